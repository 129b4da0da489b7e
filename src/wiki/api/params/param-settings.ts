import type { Config } from '#core/config.ts'
import type { Site } from '../../site/site.ts'
import type { ExtensionName } from '../../wikitext/extensions/names.ts'
import { extensionsOf } from '../../wikitext/extensions/switched.ts'
import type { ParamSettings } from './offered.ts'

interface Settings {
  readonly site: Site
  readonly services: { readonly config: Pick<Config, 'watchlistExpiry' | 'extensions'> }
}

const cache = new WeakMap<Site, ParamSettings>()

/** Which parameters, values and modules a wiki has. */
export function paramSettings({ site, services }: Settings): ParamSettings {
  const { watchlistExpiry, extensions } = services.config
  let settings = cache.get(site)
  if (settings?.watchlistExpiry !== watchlistExpiry) {
    const names = new Set(extensionsOf(site).map(({ name }) => name))
    const isOn = (name: ExtensionName) => (names.has(name) ? 'on' : 'off')
    settings = {
      watchlistExpiry,
      PageImages: isOn('PageImages'),
      Scribunto: site.info.functionhooks.includes('invoke') ? 'on' : 'off',
      TemplateData: isOn('TemplateData'),
      TemplateStyles: isOn('TemplateStyles'),
      TextExtracts: isOn('TextExtracts'),
      // Parts of every wiki here, also where the imported wiki did not have them.
      Echo: extensions.includes('-Echo') ? 'off' : 'on',
      Thanks: extensions.includes('-Thanks') ? 'off' : 'on',
    }
    cache.set(site, settings)
  }
  return settings
}

/** The settings for listings: modules of extensions that the wiki does not name are left out, although they work. */
export function listedSettings(wiki: Settings): ParamSettings {
  const settings = paramSettings(wiki)
  const names = new Set<string>(extensionsOf(wiki.site).map(({ name }) => name))
  const listed = (name: 'Echo' | 'Thanks') => (names.has(name) ? settings[name] : 'off')
  return { ...settings, Echo: listed('Echo'), Thanks: listed('Thanks') }
}
