import type { ImportTarget } from '#contract/bookings/own-import.ts'

// The heads of the exports of Fresha, Square and Booksy, and what people write themselves; the first that fits counts, and each target once.
const heads: readonly [ImportTarget, RegExp][] = [
  [
    'reference',
    /^(ref\.? ?#?|reference( id)?|(appointment|booking)( ref\.?| reference| id| no\.?| number)?( ?#)?|id)$/,
  ],
  ['firstName', /^(client |customer )?(first ?name|given name|forename)$/],
  ['lastName', /^(client |customer )?(last ?name|surname|family name)$/],
  ['name', /^((client|customer)('s)?( name)?|(full )?name)$/],
  ['email', /e-?mail/],
  ['phone', /phone|mobile|telephone/],
  ['allergies', /allerg|sensitiv/],
  ['endTime', /^(end( time| date)?|ends|until|to|finish(es)?( time)?)$/],
  ['minutes', /duration|minutes|^length$/],
  [
    'date',
    /^((scheduled|appointment|booking|start|visit) ?)?(date|day)( and time| & time| time)?$|^(date )?scheduled( for)?$|^start( at)?$|^starts( at)?$/,
  ],
  ['time', /^((scheduled|appointment|booking|start) ?)?time$|^from$/],
  ['services', /service|treatment|^items?$/],
  ['price', /^(net |gross )?(price|total( price)?|amount|value|sales|cost)( .*)?$/],
  ['status', /status|^state$/],
  ['place', /^(address|location|place|street address( 1)?|where)$/],
  ['note', /note|comment|memo/],
]

/** What the columns of a file are, as their heads let guess: what is not known goes into the note, so that nothing is lost. */
export function guessColumns(row: readonly string[]): ImportTarget[] {
  const taken = new Set<ImportTarget>()
  return row.map((head) => {
    const said = head.trim().toLowerCase().replaceAll(/\s+/g, ' ')
    const found = heads.find(([target, pattern]) => pattern.test(said) && (target === 'note' || !taken.has(target)))
    const target = found?.[0] ?? (said === '' ? 'leave' : 'note')
    taken.add(target)
    return target
  })
}
