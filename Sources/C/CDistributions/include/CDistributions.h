// A C face for Boost.Math: tail probabilities of a few distributions. No exception crosses it.
#ifndef CDISTRIBUTIONS_H
#define CDISTRIBUTIONS_H

#ifdef __cplusplus
extern "C" {
#endif

// P(X > x) of the chi-squared distribution; NaN for arguments without meaning.
double pinfold_chi_squared_tail(double x, double degrees);

// P(X > x) of Fisher's F distribution; NaN for arguments without meaning.
double pinfold_fisher_tail(double x, double above, double below);

// P(X > x) of the normal distribution with mean 0 and variance 1.
double pinfold_normal_tail(double x);

#ifdef __cplusplus
}
#endif

#endif
