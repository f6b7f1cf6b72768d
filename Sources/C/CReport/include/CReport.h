// Files of studies that stay files, which editors and other programs understand.
#ifndef CREPORT_H
#define CREPORT_H

#include <stddef.h>

// The bytes of report.css, the style sheet of a report, and their number; they are there as long as the
// program runs.
const unsigned char *_Nonnull pinfold_report_css(void);
size_t pinfold_report_css_size(void);

// The bytes of study.sql, the tables of a study's database, and their number.
const unsigned char *_Nonnull pinfold_study_sql(void);
size_t pinfold_study_sql_size(void);

#endif
