/** How many failed logins are borne: by one account from one address, by one address, by one account from anywhere. */
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
