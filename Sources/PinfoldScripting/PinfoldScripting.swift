// PinfoldScripting
