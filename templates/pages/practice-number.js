// Exact numbers. In answers they stand as the notation writes them; to compare them they become fractions of two big
// integers, where the bottom of an infinity is zero.

const LONGEST = 1000; // So many characters a number may have.

/** A number as the notation writes it, from the ways people write it; null where it is none. */
function writtenNumber(text) {
  const tidy = text.replace(/\s/g, "").replace(/[−–]/g, "-").replace(",", ".").replace(/∞|infinity/i, "inf");
  const [, minus, digits] = tidy.toLowerCase().match(/^(?:\+|(-))?(\d*\.\d+|\d+(?:\/\d+)?|inf)$/) ?? [];
  if (!digits || digits.length > LONGEST || /\/0+$/.test(digits)) return null;
  return (minus ?? "") + (digits.startsWith(".") ? `0${digits}` : digits);
}

/** The same of a value, which may have the sign of a bound before it. */
function writtenBound(text) {
  return writtenNumber(text.replace(/^\s*(?:[=≤≥]|[<>]=?|=[<>])/, ""));
}

/** The fraction that a written number stands for. */
function fractionOf(written) {
  const sign = written.startsWith("-") ? -1n : 1n;
  const digits = written.replace("-", "");
  if (digits === "inf") return { top: sign, bottom: 0n };
  const [top, bottom] = digits.split("/");
  const [whole, decimals = ""] = top.split(".");
  return { top: sign * BigInt(whole + decimals), bottom: BigInt(bottom ?? 1) * 10n ** BigInt(decimals.length) };
}

/** Less than zero, zero or more than zero, as one fraction is less than the other, the same or greater. */
function compared(one, other) {
  const difference = one.bottom || other.bottom ? one.top * other.bottom - other.top * one.bottom : one.top - other.top;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Whether two written numbers are the same. */
function isSame(one, other) {
  return compared(fractionOf(one), fractionOf(other)) === 0;
}

/** The best of some fractions for MAX or for MIN. */
function bestOf(fractions, kind) {
  const isBetter = kind === "MAX" ? (order) => order > 0 : (order) => order < 0;
  return fractions.reduce((best, next) => (isBetter(compared(next, best)) ? next : best));
}

/** The sum of fractions, each times its weight; null where infinities cancel. */
function expected(fractions, weights) {
  let sum = { top: 0n, bottom: 1n };
  for (const [index, { top, bottom }] of fractions.entries()) {
    const weight = weights[index];
    if (weight.top === 0n) continue;
    if (!bottom && !sum.bottom && top !== sum.top) return null;
    if (!bottom) sum = { top, bottom };
    else if (sum.bottom) {
      const below = bottom * weight.bottom;
      sum = { top: sum.top * below + top * weight.top * sum.bottom, bottom: sum.bottom * below };
    }
  }
  return sum;
}
