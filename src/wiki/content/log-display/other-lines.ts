import { parseTimestamp } from '../../site/timestamp.ts'
import {
  type Line,
  type LogTools,
  linkToPage,
  linkToTitle,
  linkToUser,
  type ShownEntry,
  targetOf,
} from './log-tools.ts'
import type { WordParam } from './log-words.ts'
import { isPhpArray, textOf, truthOf } from './read-params.ts'

type Make = (entry: ShownEntry, tools: LogTools) => Line

/** Log line for a move. Links to the old title do not follow its redirect. */
export const moveLine: Make = (entry, tools) => {
  const { action, params } = entry
  const withoutRedirect = action.endsWith('_suppress_redir') || truthOf(params.get('5::noredir') ?? params.get('1'))
  const key = `logentry-move-${action.replace(/_suppress_redir$/, '')}${withoutRedirect ? '-noredirect' : ''}`
  const from = linkToPage(tools, targetOf(entry), { query: 'redirect=no' })
  return { key, params: [from, linkToTitle(tools, textOf(params.get('4::target') ?? params.get('0')))] }
}

export const mergeLine: Make = (entry, tools) => {
  const { params } = entry
  const until = parseTimestamp(textOf(params.get('5::mergepoint') ?? params.get('1')))
  return {
    key: `logentry-merge-${entry.action}`,
    params: [
      linkToPage(tools, targetOf(entry), { query: 'redirect=no' }),
      linkToTitle(tools, textOf(params.get('4::dest') ?? params.get('0'))),
      until === null ? '' : tools.timeAndDate(until),
    ],
  }
}

/** Log line for a new account. One created for someone else names both users. */
export const newUserLine: Make = (entry, tools) => {
  const name = entry.title.replaceAll('_', ' ')
  const isForAnother = entry.action === 'create2' || entry.action === 'byemail'
  const target = isForAnother ? linkToUser(tools, name) : linkToPage(tools, targetOf(entry))
  return { key: `logentry-newusers-${entry.action}`, params: [target, name] }
}

export const contentModelLine: Make = (entry, tools) => {
  const model = (name: string): string => {
    const key = `content-model-${name}`
    return tools.words.has(key) ? tools.words.text(key) : name
  }
  const [before, after] = ['4::oldmodel', '5::newmodel'].map(key => model(textOf(entry.params.get(key))))
  return { key: `logentry-contentmodel-${entry.action}`, params: [linkToPage(tools, targetOf(entry)), before!, after!] }
}

export const importLine: Make = (entry, tools) => {
  const { params } = entry
  const target = linkToPage(tools, targetOf(entry))
  const count = params.get('4:number:count') ?? params.get('4::count')
  const key = `logentry-import-${entry.action}`
  if (count === undefined) return { key, params: [target] }
  const source = textOf(params.get('5:title-link:interwiki') ?? params.get('5::title'))
  return { key: `${key}-details`, params: [target, Number(textOf(count)) || 0, linkToTitle(tools, source)] }
}

export const patrolLine: Make = (entry, tools) => {
  const { params } = entry
  const revision = Number(textOf(params.get('4::curid') ?? params.get('0'))) || 0
  const isAutomatic = truthOf(params.get('6::auto') ?? params.get('2'))
  const query = `oldid=${revision}&diff=prev`
  const page = targetOf(entry)
  return {
    key: `logentry-patrol-patrol${isAutomatic ? '-auto' : ''}`,
    params: [linkToPage(tools, page), linkToPage(tools, page, { query, label: String(revision) })],
  }
}

export const tagLine: Make = (entry, tools) => {
  const { params } = entry
  const tags = (key: string): string[] => {
    const stored = params.get(key)
    return isPhpArray(stored) ? [...stored.values()].map(textOf) : []
  }
  const [added, removed] = [tags('6:list:tagsAdded'), tags('8:list:tagsRemoved')]
  const kind = removed.length === 0 ? 'add-' : added.length === 0 ? 'remove-' : ''
  const [revision, log] = ['4::revid', '5::logid'].map(key => Number(textOf(params.get(key))) || 0) as [number, number]
  const page = targetOf(entry)
  const link = (id: number, query: string): WordParam =>
    id > 0 ? linkToPage(tools, page, { query, label: String(id) }) : ''
  return {
    key: `logentry-tag-update-${kind}${log > 0 ? 'logentry' : 'revision'}`,
    params: [
      linkToPage(tools, page),
      link(revision, `oldid=${revision}&diff=prev`),
      log > 0 ? log : '',
      tools.words.list(added),
      added.length,
      tools.words.list(removed),
      removed.length,
    ],
  }
}

/** Log line for other logs: parameters go to the position given by their number. */
export const plainLine: Make = (entry, tools) => {
  const shown: WordParam[] = [linkToPage(tools, targetOf(entry))]
  for (const [key, value] of entry.params) {
    const [, place, type] = /^(\d+):([^:]*):/.exec(key) ?? []
    if (place === undefined || Number(place) < 4 || Number(place) > 9) continue
    const text = isPhpArray(value) ? tools.words.list([...value.values()].map(textOf)) : textOf(value)
    shown[Number(place) - 3] = valueShown(tools, type!, text)
  }
  return { key: `logentry-${entry.type}-${entry.action}`, params: Array.from(shown, param => param ?? '') }
}

function valueShown(tools: LogTools, type: string, text: string): WordParam {
  if (type === 'number') return Number(text) || 0
  if (type === 'title-link') return linkToTitle(tools, text)
  if (type === 'user-link') return linkToUser(tools, text)
  return type === 'msg' || type === 'msg-content' ? tools.words.text(text) : text
}

/** Log line for thanks: who thanked whom. */
export const thanksLine: Make = (entry, tools) => ({
  key: 'logentry-thanks-thank',
  params: [linkToUser(tools, entry.title.replaceAll('_', ' '))],
})
