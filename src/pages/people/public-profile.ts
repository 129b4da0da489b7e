import { type Html, html } from '#html/html.ts'
import type { PersonalSettings } from '#translation/catalogue/personal-settings.ts'

/** Addresses of accounts on other sites. */
const PROFILES = {
  github: 'https://github.com/',
  twitter: 'https://twitter.com/',
  linkedin: 'https://www.linkedin.com/in/',
  liberapay: 'https://liberapay.com/',
} as const

/** Where a user is found elsewhere, as they entered it. */
export function publicProfile(settings: PersonalSettings): Html | false {
  const links: [address: string, text: string][] = []
  for (const name of ['website', 'contact', 'fediverse', 'codesite'] as const)
    if (settings[name] !== '') links.push([settings[name], settings[name].replace(/^https?:\/\//, '')])
  for (const [name, site] of Object.entries(PROFILES) as [keyof typeof PROFILES, string][])
    if (settings[name] !== '')
      links.push([
        site + encodeURIComponent(settings[name]),
        `${site.replace(/^https:\/\/(www\.)?/, '')}${settings[name]}`,
      ])
  if (settings.public_email !== '') links.push([`mailto:${settings.public_email}`, settings.public_email])
  const facts = [settings.company, settings.location].filter(text => text !== '')
  if (links.length + facts.length === 0) return false
  return html`<ul class="person-links">
    ${facts.map(text => html`<li><bdi>${text}</bdi></li>`)}
    ${links.map(([address, text]) => html`<li><a href="${address}" rel="nofollow noopener me"><bdi>${text}</bdi></a></li>`)}
  </ul>`
}
