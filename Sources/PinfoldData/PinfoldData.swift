// PinfoldData
