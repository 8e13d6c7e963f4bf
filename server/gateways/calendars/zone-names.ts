import { IANA_ALIAS_MAP, WINDOWS_TO_IANA_MAP } from 'windows-iana'

const HOUR_MS = 3_600_000

/**
 * Abbreviations with their offset in hours, of the countries that we serve and their neighbours. They name a season, so
 * the offset is fixed. Sources: RFC 5322 section 4.3; the comments of the tz database's files `northamerica`,
 * `australasia` and `europe`.
 */
const ABBREVIATIONS: Readonly<Record<string, number>> = {
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
  AKST: -9,
  AKDT: -8,
  HST: -10,
  AST: -4,
  ADT: -3,
  NST: -3.5,
  NDT: -2.5,
  GMT: 0,
  BST: 1,
  WEST: 1,
  CEST: 2,
  EEST: 3,
  UTC: 0,
  Z: 0,
  AEST: 10,
  AEDT: 11,
  ACST: 9.5,
  ACDT: 10.5,
  AWST: 8,
  NZST: 12,
  NZDT: 13,
}

const windowsNames = new Map<string, string>()
for (const { windowsName, territory, iana } of WINDOWS_TO_IANA_MAP)
  if (territory === '001') windowsNames.set(windowsName.toLowerCase(), iana[0])

const cities = new Map<string, string>()
for (const { alias } of IANA_ALIAS_MAP)
  for (const name of alias) {
    const city = name.split('/').at(-1)?.replaceAll('_', ' ').toLowerCase() ?? ''
    if (name.includes('/') && !cities.has(city)) cities.set(city, alias[0])
  }

export function isIanaName(name: string): boolean {
  // The platform also knows abbreviations: AST as Alaska, BST as Bangladesh.
  if (name.toUpperCase() in ABBREVIATIONS || !/^[A-Z][\w+/-]{1,60}$/i.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/**
 * Returns what a zone name outside the IANA database means: an IANA name, a fixed offset in milliseconds, or undefined.
 * Knows Windows names and their display names, names with a prefix or number added by a program, offsets and
 * abbreviations.
 */
export function findZoneName(text: string): string | number | undefined {
  const name = text.slice(0, 120).replaceAll('"', '').trim()
  const plain = name.replace(/[ _-]\d{1,3}$/, '')
  for (const one of new Set([name, plain])) {
    const found = findExactName(one)
    if (found !== undefined) return found
  }
  const display = /^\((?:GMT|UTC)? ?([+-]\d{1,2}[:.]?\d{0,2})?\)(.{1,100})$/i.exec(plain)
  const offset = display ? parseOffset(display[1] ?? '+0') : undefined
  return findDisplayName((display?.[2] ?? plain).trim(), offset) ?? offset
}

function findExactName(name: string): string | number | undefined {
  const hours = ABBREVIATIONS[name.toUpperCase()]
  if (hours !== undefined) return hours * HOUR_MS
  const windows = windowsNames.get(name.toLowerCase())
  if (windows) return windows
  // Libraries prefix names with a path of their own: /citadel.org/20210210_1/America/New_York.
  const parts = name.split('/')
  for (let i = 0; i < parts.length; i += 1) {
    const rest = parts.slice(i).join('/')
    if (isIanaName(rest)) return rest
  }
  return parseOffset(name)
}

function parseOffset(text: string): number | undefined {
  const parts = /^(?:GMT|UTC)? ?([+-])(\d{1,2})[:.]?(\d\d)?$/i.exec(text)
  if (!parts) return undefined
  const ms = (Number(parts[2]) + Number(parts[3] ?? 0) / 60) * HOUR_MS
  return Math.abs(ms) > 15 * HOUR_MS ? undefined : parts[1] === '-' ? -ms : ms
}

/**
 * Finds the zone of a display name: 'Eastern Time (US & Canada)', 'Canberra, Melbourne, Sydney', 'Alaska'. A given
 * offset must be the zone's own offset in January or July.
 */
function findDisplayName(name: string, offset: number | undefined): string | undefined {
  const region = name.replace(/ (?:Standard |Daylight |Summer )?Time\b.{0,100}$/i, '').toLowerCase()
  const candidates = [
    windowsNames.get(`${region} standard time`),
    `US/${region}`,
    ...name.split(/[,;:/]/).map((city) => cities.get(city.trim().toLowerCase())),
  ]
  return candidates.find(
    (one): one is string => one !== undefined && isIanaName(one) && (offset === undefined || hasOffset(one, offset)),
  )
}

function hasOffset(zone: string, offset: number): boolean {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  return [0, 6].some((month) => {
    const parts = format.formatToParts(Date.UTC(2026, month, 1))
    const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
    return (parseOffset(text) ?? 0) === offset
  })
}
