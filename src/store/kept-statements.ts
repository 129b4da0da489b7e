/**
 * Statements up to this length are prepared once and kept. Longer ones have long lists of values and are rarely repeated,
 * but keeping one takes far more memory than its text. The longest repeated one reads a string with everything around it.
 */
export const MAX_KEPT_LENGTH = 12_000
