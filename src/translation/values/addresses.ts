/** Absolute URLs. They use the configured site URL, never the Host header. */
export class Addresses {
  readonly site: string

  constructor(site: string) {
    this.site = site.replace(/\/+$/, '')
  }

  /** `api('users', 'Max M', 'notifications')` → `https://…/api/users/Max%20M/notifications/` */
  api(...segments: (string | number)[]): string {
    return `${this.site}/api/${joined(segments)}`
  }

  web(...segments: (string | number)[]): string {
    return `${this.site}/${joined(segments)}`
  }
}

const joined = (segments: (string | number)[]): string =>
  segments.map(segment => `${encodeURIComponent(String(segment)).replaceAll('%40', '@')}/`).join('')
