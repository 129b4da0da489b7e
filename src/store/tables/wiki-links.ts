import type { Generated } from 'kysely'

export interface LinkTargetTable {
  id: Generated<number>
  ns: number
  title: string
}

export interface PageLinkTable {
  from_id: number
  from_ns: number
  target_id: number
}

export interface TemplateLinkTable {
  from_id: number
  from_ns: number
  target_id: number
}

export interface ImageLinkTable {
  from_id: number
  from_ns: number
  target_id: number
}

export interface ExternalLinkTable {
  id: Generated<number>
  from_id: number
  url: string
  domain_index: string
}

export interface InterwikiLinkTable {
  from_id: number
  prefix: string
  title: string
}

export interface LanguageLinkTable {
  from_id: number
  lang: string
  title: string
}

export interface RedirectTable {
  from_id: number
  ns: number
  title: string
  interwiki: string | null
  fragment: string | null
}

export interface PagePropTable {
  page_id: number
  name: string
  value: string
  sortkey: number | null
}

export interface WikiLinkTables {
  link_target: LinkTargetTable
  page_link: PageLinkTable
  template_link: TemplateLinkTable
  image_link: ImageLinkTable
  external_link: ExternalLinkTable
  interwiki_link: InterwikiLinkTable
  language_link: LanguageLinkTable
  redirect: RedirectTable
  page_prop: PagePropTable
}
