import { describeModule, type ListingContext } from '../api/help/listing.ts'
import type { ModuleNode } from '../api/module-tree.ts'
import type { Members, ResultOf } from '../api/result/kinds.ts'

/** A help message, with `helpformat=raw`. */
const MESSAGE = { key: 'string', params: ['any'], 'forvalue?': 'string' } as const satisfies Members

const PARAMETER = {
  /** Position among all parameters, from 1. */
  index: 'integer',
  name: 'string',
  'templatevars?': { '*': 'string' },
  'description?': ['string', '|', [MESSAGE]],
  type: ['string', '|', ['string']],
  required: 'boolean',
  'default?': ['string|boolean', '|', 'integer'],
  'deprecated?': 'boolean',
  'sensitive?': 'boolean',
  multi: 'boolean',
  'lowlimit?': 'integer',
  'highlimit?': 'integer',
  'limit?': 'integer',
  'min?': 'integer',
  'max?': 'integer',
  'highmax?': 'integer',
  'mustExist?': 'boolean',
  'allspecifier?': 'string',
  'allowsduplicates?': 'boolean',
  'extranamespaces?': ['integer'],
  'subtypes?': ['string'],
  'deprecatedvalues?': ['string'],
  /** Module paths by value. */
  'submodules?': { '*': 'string' },
  'submoduleparamprefix?': 'string',
  'info?': [{ name: 'string', 'values?': ['integer'], 'text?': ['string', '|', [MESSAGE]] }],
  'tokentype?': 'string',
} as const satisfies Members

/** The page set parameters are described like a module, but without a name. */
export const NAMELESS_MODULE = {
  classname: 'string',
  prefix: 'string',
  source: 'string',
  sourcename: 'string',
  licensetag: 'string',
  licenselink: 'string',
  'description?': ['string', '|', [MESSAGE]],
  'internal?': 'boolean',
  'readrights?': 'boolean',
  'writerights?': 'boolean',
  'mustbeposted?': 'boolean',
  'generator?': 'boolean',
  'deprecated?': 'boolean',
  helpurls: ['string'],
  'examples?': [{ query: 'string', description: ['string', '|', MESSAGE] }],
  parameters: [PARAMETER],
  templatedparameters: [PARAMETER],
  'dynamicparameters?': 'boolean',
} as const satisfies Members

export const MODULE = {
  name: 'string',
  path: 'string',
  'group?': 'string',
  ...NAMELESS_MODULE,
} as const satisfies Members

/** A module in the response of action=paraminfo. */
export const moduleInfo = (node: ModuleNode, context: ListingContext): ResultOf<typeof MODULE> =>
  describeModule(node, context) as ResultOf<typeof MODULE>
