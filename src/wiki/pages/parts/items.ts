/** An item with members that are optional only because they depend on `prop`. */
export type With<Item, Member extends keyof Item> = Item & { [M in Member]-?: Exclude<Item[M], undefined> }

/** Items that have these members: all items, if the request asks for the members and they cannot be hidden. */
export const having = <Item extends object, Member extends keyof Item>(
  items: readonly Item[] | undefined,
  ...members: readonly Member[]
): With<Item, Member>[] =>
  (items ?? []).filter((item): item is With<Item, Member> => members.every(member => item[member] !== undefined))
