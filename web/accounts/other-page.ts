// A list with what is open of it beside it is one page.
const listAndOne = /^\/[\w-]+\/(messages|albums|reports)(?=\/|$)/

/** Whether a path leads to another page than one stands on. */
export const isOtherPage = (from: string, to: string): boolean =>
  from !== to && (listAndOne.exec(from)?.[0] ?? from) !== (listAndOne.exec(to)?.[0] ?? to)
