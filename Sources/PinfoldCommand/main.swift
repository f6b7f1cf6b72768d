print("pinfold")
