// The response of meta=siteinfo (formatversion 2), kept whole so it can be
// returned. Only the parts our own code reads are typed closely.

export interface NamespaceInfo {
  id: number
  case?: string
  name?: string
  canonical?: string
  subpages?: boolean
  content?: boolean
  nonincludable?: boolean
  namespaceprotection?: string
  defaultcontentmodel?: string
  [key: string]: unknown
}

export interface InterwikiInfo {
  prefix: string
  url: string
  /** The language's own name, if the prefix is a language code. */
  language?: string
  bcp47?: string
  /** The language code that replaces this one. */
  deprecated?: string
  /** Whether the target belongs to the same family of wikis. */
  local?: boolean
  /** Whether the prefix refers to this wiki itself. */
  localinterwiki?: boolean
  /** Whether the prefix makes language links without being a language code. */
  extralanglink?: boolean
  code?: string
  linktext?: string
  sitename?: string
  trans?: boolean
  protorel?: boolean
  api?: string
  wikiid?: string
  [key: string]: unknown
}

interface MagicWordInfo {
  name: string
  aliases: string[]
  'case-sensitive'?: boolean
}

export interface GeneralInfo {
  mainpage?: string
  sitename?: string
  lang?: string
  server?: string
  servername?: string
  articlepath?: string
  scriptpath?: string
  script?: string
  linktrail?: string
  linkprefix?: string
  legaltitlechars?: string
  invalidusernamechars?: string
  timezone?: string
  timeoffset?: number
  rtl?: boolean
  interwikimagic?: boolean
  categorycollation?: string
  case?: string
  [key: string]: unknown
}

export interface SiteInfo {
  general: GeneralInfo
  namespaces: Record<string, NamespaceInfo>
  namespacealiases: { id: number; alias: string }[]
  interwikimap: InterwikiInfo[]
  specialpagealiases: { realname: string; aliases: string[] }[]
  magicwords: MagicWordInfo[]
  languages: { code: string; bcp47?: string; name: string }[]
  extensiontags: string[]
  functionhooks: string[]
  variables: string[]
  protocols: string[]
  fileextensions?: { ext: string }[]
  rightsinfo?: { url: string; text: string }
  restrictions?: Partial<Record<'types' | 'levels' | 'cascadinglevels' | 'semiprotectedlevels', string[]>>
  defaultoptions?: Record<string, string | number | boolean | null>
  uploaddialog?: {
    fields?: Partial<Record<'description' | 'date' | 'categories', boolean>>
    licensemessages?: Partial<Record<'local' | 'foreign', string>>
    comment?: Partial<Record<'local' | 'foreign', string>>
    format?: Partial<Record<'filepage' | 'description' | 'ownwork' | 'license' | 'uncategorized', string>>
  }
  [key: string]: unknown
}
