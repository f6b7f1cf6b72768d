// Pinfold
