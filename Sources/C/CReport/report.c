#include "CReport.h"

static const unsigned char style[] = {
#embed "report.css"
};

static const unsigned char tables[] = {
#embed "study.sql"
};

const unsigned char *pinfold_report_css(void) { return style; }

size_t pinfold_report_css_size(void) { return sizeof style; }

const unsigned char *pinfold_study_sql(void) { return tables; }

size_t pinfold_study_sql_size(void) { return sizeof tables; }
