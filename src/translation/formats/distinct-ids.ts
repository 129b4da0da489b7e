// Makes repeated ids unique where repetition is allowed: the second "a" gets a number appended.
export function distinctIds(): (id: string) => string {
  const counts = new Map<string, number>()
  const used = new Set<string>()
  return id => {
    let n = (counts.get(id) ?? 0) + 1
    let free = n === 1 ? id : `${id}\u0018${n}`
    while (used.has(free)) free = `${id}\u0018${++n}`
    counts.set(id, n)
    used.add(free)
    return free
  }
}

/**
 * Items of a file by id, in order. Of duplicate keys, programs use the last one, so the last item gets the key as its id.
 */
export function lastFirst<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item> {
  const distinct = distinctIds()
  return new Map(
    [...items]
      .reverse()
      .map((item): [string, Item] => [distinct(keyOf(item)), item])
      .reverse(),
  )
}
