export type { CallOptions, ClientOptions, JsonObject, Many, Page } from './common.ts'
export { HttpError } from './http.ts'
export type * as Rest from './rest.generated.ts'
export {
  RestError,
  type RestOptions,
  type RestPath,
  type RestProblem,
  type Tagged,
  Translations,
  type WriteOptions,
} from './rest.ts'
export type * as WikiTypes from './wiki.generated.ts'
export { type ListItem, type QueryAnswer, Wiki, WikiError, type WikiOptions, type WikiPage } from './wiki.ts'
