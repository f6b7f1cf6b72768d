#include "CDistributions.h"

#include <cmath>
#include <limits>

#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/gamma.hpp>

namespace {

// Errors become values, so that nothing is thrown at Swift.
using Quiet = boost::math::policies::policy<
    boost::math::policies::domain_error<boost::math::policies::errno_on_error>,
    boost::math::policies::pole_error<boost::math::policies::errno_on_error>,
    boost::math::policies::overflow_error<boost::math::policies::errno_on_error>,
    boost::math::policies::evaluation_error<boost::math::policies::errno_on_error>,
    boost::math::policies::promote_double<false>>;

bool usable(double x, double degrees) { return x >= 0 && degrees > 0 && std::isfinite(degrees); }

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

}  // namespace

double pinfold_chi_squared_tail(double x, double degrees) {
  if (!usable(x, degrees)) return nothing;
  if (std::isinf(x)) return 0;
  return boost::math::gamma_q(degrees / 2, x / 2, Quiet());
}

double pinfold_fisher_tail(double x, double above, double below) {
  if (!usable(x, above) || !usable(x, below)) return nothing;
  if (std::isinf(x)) return 0;
  return boost::math::ibeta(below / 2, above / 2, below / (below + above * x), Quiet());
}

double pinfold_normal_tail(double x) { return std::erfc(x / std::sqrt(2.0)) / 2; }
