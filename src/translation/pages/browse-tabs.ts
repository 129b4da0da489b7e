import type { TextKey } from '#html/texts/index.ts'
import type { PlaceName } from '../reports/place.ts'
import { placed, stringsOf } from './place-addresses.ts'

export interface Tab {
  readonly name: string
  readonly text: TextKey
  readonly address: string
}

/** Tabs of a place besides its overview. */
export const browseTabs = (place: PlaceName): Tab[] => [
  { name: 'strings', text: 'browse.tab_strings', address: stringsOf(place, '') },
  { name: 'insights', text: 'browse.tab_insights', address: placed('/activity/', place) },
  { name: 'contributors', text: 'browse.tab_contributors', address: placed('/contributors/', place) },
  { name: 'history', text: 'browse.tab_history', address: placed('/changes/', place) },
  ...(place.project === undefined
    ? []
    : [{ name: 'badges', text: 'browse.tab_badges', address: widgetsPage(place) } as const]),
]

const widgetsPage = ({ project, component, language }: PlaceName): string =>
  placed(`/widgets/${encodeURIComponent(project!)}/`, { component, language })
