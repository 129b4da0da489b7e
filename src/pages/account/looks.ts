import type { FastifyInstance } from 'fastify'
import { optionsOf, setOptions } from '#accounts/options.ts'
import { LOOKS } from '#core/reader.ts'
import type { Services } from '#core/services.ts'
import { html } from '#html/html.ts'
import { THEMES } from '#html/page.ts'
import { lookCookies, wikiSpelling } from '../appearance.ts'
import type { Page } from '../send-page.ts'
import { news } from './done.ts'
import { type Sent, select } from './form.ts'
import { type Away, type OwnVisit, ownFrame, ownPage, tokenField } from './owner.ts'

const ADDRESS = '/account/appearance/'

/** Theme, interface language and time zone, which also apply to wiki pages. */
export function looksRoutes(app: FastifyInstance, services: Services): void {
  ownPage(app, services, ADDRESS, show, { looks: save })
}

const zones = (): string[] => ['UTC', ...Intl.supportedValuesOf('timeZone').filter(name => name !== 'UTC')]

async function show(own: OwnVisit, sent: Sent = {}): Promise<Page> {
  const { t, timeZone } = own.reader
  const { services } = own
  const set = await optionsOf(services.store.read, own.account.id)
  const language = interfaceCode(services, set.get(LOOKS.language) ?? '')
  const codes = [...new Set([...services.texts.languages, ...(language === '' ? [] : [language])])]
  const themes = ['', ...THEMES] as const
  const content = html`${news(own, sent)}
    <section class="card">
      <form method="post">
        ${tokenField(own)}
        ${select(
          {
            name: 'theme',
            label: t('frame.appearance'),
            value: set.get(LOOKS.theme) ?? '',
            options: themes.map(each => [
              each,
              t(each === '' ? 'frame.as_system' : each === 'light' ? 'frame.light' : 'frame.dark'),
            ]),
          },
          sent,
        )}
        ${select(
          {
            name: 'language',
            label: t('account.interface_language'),
            value: language,
            options: [['', t('account.as_browser')], ...codes.map(code => [code, languageName(code)] as const)],
            hint: t('account.interface_language_hint'),
          },
          sent,
        )}
        ${select(
          {
            name: 'time_zone',
            label: t('account.time_zone'),
            value: timeZone,
            options: zones().map(name => [name, zoneLabel(name)]),
            hint: t('account.time_zone_hint', { time: nowIn(own) }),
          },
          sent,
        )}
        <p class="buttons"><button class="button first" name="do" value="looks">${t('frame.save')}</button></p>
      </form>
    </section>`
  return ownFrame(own, ADDRESS, t('account.appearance'), content)
}

/** The interface language that an account's option names, however it is spelled. */
const interfaceCode = ({ texts }: Services, option: string): string =>
  texts.languages.find(code => wikiSpelling(code) === wikiSpelling(option)) ?? option

/** Native name of a language. */
function languageName(code: string): string {
  try {
    const tag = code.replaceAll('_', '-')
    return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? code
  } catch {
    return code
  }
}

const zoneLabel = (name: string): string => name.replaceAll('_', ' ').replaceAll('/', ' / ')

const nowIn = ({ reader, services }: OwnVisit): string =>
  new Intl.DateTimeFormat(reader.language, { timeStyle: 'short', timeZone: reader.timeZone }).format(
    services.clock.now(),
  )

async function save(own: OwnVisit): Promise<Away | Page> {
  const { services, form, account } = own
  const { t } = own.reader
  const zone = form.get('time_zone') ?? ''
  if (!zones().includes(zone)) {
    const problems = { time_zone: t('account.time_zone_wrong') }
    return { ...(await show(own, { typed: form, problems })), status: 400 }
  }
  const theme = THEMES.find(each => each === form.get('theme')) ?? ''
  const before = interfaceCode(services, (await optionsOf(services.store.read, account.id)).get(LOOKS.language) ?? '')
  const chosen = form.get('language') ?? ''
  const language = [...services.texts.languages, before].includes(chosen) ? chosen : ''
  await services.store.transaction(tx =>
    setOptions(tx, account.id, [
      [LOOKS.theme, theme || null],
      [LOOKS.language, wikiSpelling(language)],
      [LOOKS.timeZone, zone === 'UTC' ? null : `ZoneInfo|${offset(zone, services.clock.now())}|${zone}`],
    ]),
  )
  return { to: `${ADDRESS}?done=saved`, cookies: lookCookies(services.config, { theme, language }) }
}

/** UTC offset in minutes, which MediaWiki stores with the time zone name. */
function offset(zone: string, at: number): number {
  const written = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).format(at)
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(written) ?? []
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}
