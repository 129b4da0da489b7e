/** How many failed logins are allowed: per account and address, per address, or per account from anywhere. */
export interface ThrottleRule {
  readonly per: 'account+ip' | 'ip' | 'account'
  readonly attempts: number
  readonly seconds: number
}

export const DEFAULT_RULES: readonly ThrottleRule[] = [
  { per: 'account+ip', attempts: 5, seconds: 300 },
  { per: 'ip', attempts: 50, seconds: 300 },
  { per: 'account', attempts: 150, seconds: 172_800 },
]
