// PinfoldEvaluation
