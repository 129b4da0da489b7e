import { fitsIndex, type Row } from '#store/insert-rows.ts'
import type { SqlTable, SqlValue } from '../readers/sql/sql-table.ts'
import { hasColumn, stored, type TableMapping } from './mapping.ts'

const columns = ['id', 'from_id', 'url', 'domain_index']
const TOO_LONG = 'the URL is longer than 2,000 bytes, which PostgreSQL cannot index'

/**
 * Up to 1.41, a link is stored as it is (`el_to`) and with a reversed host (`el_index`); later only reversed, as
 * `el_to_domain_index` and `el_to_path`.
 */
export const externallinks: TableMapping = {
  table: 'externallinks',
  needs: () => [],
  columns: table => [
    ['el_id', 'integer'],
    ['el_from', 'integer'],
    ...(isWhole(table)
      ? ([
          ['el_to', 'text'],
          ['el_index', 'text'],
        ] as const)
      : ([
          ['el_to_domain_index', 'text'],
          ['el_to_path', 'text'],
        ] as const)),
  ],
  store: async (tx, rows, { insert }, table) => {
    const whole = isWhole(table)
    const converted: Row[] = rows.map(([id, from, first, second]) => {
      if (whole) return [id!, from!, first!, second!]
      const index = String(first)
      const path = (second ?? '') as string
      return [id!, from!, `${turnHost(index)}${path}`, `${index}${path}`]
    })
    const usable = converted.filter(([, , url]) => fitsIndex(tx, String(url)))
    const outcome = stored(await insert(tx, 'external_link', columns, usable), usable.length)
    if (usable.length < converted.length) outcome.skipped.set(TOO_LONG, converted.length - usable.length)
    return outcome
  },
}

const isWhole = (table: SqlTable): boolean => hasColumn(table, 'el_to')

/**
 * `https://org.example.www.` to `https://www.example.org`; a port stays at the end, and IP addresses stay as they are.
 */
export function turnHost(domainIndex: SqlValue): string {
  const parts = /^([a-z][a-z0-9+.-]*:(?:\/\/)?)(.*)$/is.exec(String(domainIndex))
  if (parts === null) return String(domainIndex)
  const [, scheme, rest] = parts as unknown as [string, string, string]
  if (scheme.toLowerCase() === 'mailto:') {
    const [host = '', user] = rest.split('@')
    return user === undefined ? scheme + rest : `${scheme}${user}@${turned(host)}`
  }
  const port = /:\d+$/.exec(rest)?.[0] ?? ''
  const host = port === '' ? rest : rest.slice(0, -port.length)
  if (/^V[46]\./i.test(host)) return `${scheme}${numericHost(host)}${port}`
  return `${scheme}${turned(host)}${port}`
}

const turned = (host: string): string => host.replace(/\.$/, '').split('.').reverse().join('.')

/** IP addresses are written `V4.192.0.2.1.` and `V6.2001.DB8.….`. */
function numericHost(host: string): string {
  const groups = host.slice(3).replace(/\.$/, '').split('.')
  return host[1] === '4' ? groups.join('.') : `[${groups.join(':').toLowerCase()}]`
}
