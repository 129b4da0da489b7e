const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|Chromium\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Browser and system from a user agent; the first word for programs; empty if unknown. */
export function deviceName(userAgent: string): { browser: string; system: string } {
  const of = (names: typeof BROWSERS): string => names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? ''
  const browser = of(BROWSERS)
  return { browser: browser || (/^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? ''), system: of(SYSTEMS) }
}
