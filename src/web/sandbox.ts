// Where a request can be filled in and tried: whoever shows one leads there with it.

/** A request of the Action API, by what stands behind the question mark. */
export const sandboxOfAction = (query: string): string => `/sandbox?${query}`

/** A request of the REST API, by its method and address. */
export const sandboxOfRest = (method: string, address: string): string =>
  `/sandbox?${new URLSearchParams({ method, path: address })}`

/** The same for an address of either. */
export function sandboxOf(method: string, address: string): string {
  const [path, query = ''] = address.split('?')
  return path === '/w/api.php' || path === '/api.php' ? sandboxOfAction(query) : sandboxOfRest(method, address)
}
