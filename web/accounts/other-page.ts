// A list and its open item are one page.
const listAndOne = /^\/[\w-]+\/(messages|albums|reports)(?=\/|$)/

export const isOtherPage = (from: string, to: string): boolean =>
  from !== to && (listAndOne.exec(from)?.[0] ?? from) !== (listAndOne.exec(to)?.[0] ?? to)
