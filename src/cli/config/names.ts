import type { Config } from '#core/config.ts'

const parts = (key: string): string[] => key.split(/(?=[A-Z])/).map(part => part.toLowerCase())

/** The flag of a setting: siteUrl is --site-url. */
export const flagName = (key: keyof Config): string => `--${parts(key).join('-')}`

/** The environment variable of a setting: siteUrl is PARLANCE_SITE_URL. */
export const variableName = (key: keyof Config): string => `PARLANCE_${parts(key).join('_').toUpperCase()}`
