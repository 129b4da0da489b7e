import { integer, number, text } from './fields.ts'
import { copied } from './mapping.ts'

export const pageProps = copied('page_props', 'page_prop', {
  page_id: integer('pp_page'),
  name: text('pp_propname'),
  value: text('pp_value'),
  sortkey: number('pp_sortkey', { otherwise: null }),
})
