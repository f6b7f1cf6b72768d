// PinfoldStudies
