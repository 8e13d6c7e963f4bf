import { type ImportTarget, type ImportTool, sharedTargets } from '#contract/calendar/client-imports.ts'

type Columns = Readonly<Record<string, ImportTarget>>
type Export = {
  tool: ImportTool
  /** Headers that identify this export. A file must have one header of each group. */
  signature: readonly (readonly string[])[]
  columns: Columns
}

const person: Columns = {
  'first name': 'firstName',
  'last name': 'lastName',
  email: 'email',
  phone: 'phone',
  notes: 'note',
}
const postalAddress: Columns = {
  'street address 1': 'address',
  'street address 2': 'address',
  address: 'address',
  'apt/suite': 'address',
  apartment: 'address',
  street: 'address',
  suburb: 'address',
  area: 'address',
  city: 'address',
  town: 'address',
  county: 'address',
  state: 'address',
  zip: 'address',
  'zip code': 'address',
  'postal code': 'address',
  postcode: 'address',
  country: 'address',
}

/** Supported exports, the most specific first. Sources: docs/client-import.md. */
const exports: readonly Export[] = [
  {
    tool: 'fresha',
    signature: [['client id'], ['first name'], ['mobile number']],
    columns: {
      ...person,
      ...postalAddress,
      'client id': 'clientReference',
      'full name': 'leave',
      'mobile number': 'phone',
      telephone: 'phone',
      note: 'note',
      allergies: 'allergies',
    },
  },
  {
    tool: 'fresha',
    signature: [
      [
        'appointment reference',
        'appointment ref.',
        'appointment ref',
        'appt. ref',
        'appt. ref.',
        'ref #',
        'ref. #',
        'ref.',
      ],
      ['client', 'client name'],
      ['scheduled date', 'scheduled on', 'appointment date'],
    ],
    columns: {
      'appointment reference': 'reference',
      'appointment ref.': 'reference',
      'appointment ref': 'reference',
      'appt. ref': 'reference',
      'appt. ref.': 'reference',
      'ref #': 'reference',
      'ref. #': 'reference',
      'ref.': 'reference',
      client: 'name',
      'client name': 'name',
      'client id': 'clientReference',
      'scheduled date': 'date',
      'scheduled on': 'date',
      'appointment date': 'date',
      'scheduled time': 'time',
      duration: 'minutes',
      service: 'services',
      services: 'services',
      status: 'status',
      price: 'price',
      'net sales': 'price',
      'created date': 'note',
      'cancelled date': 'note',
    },
  },
  {
    tool: 'square',
    signature: [
      ['square customer id', 'creation source', 'transaction count', 'email subscription status', 'lifetime spend'],
    ],
    columns: {
      ...person,
      ...postalAddress,
      'reference id': 'note',
      'square customer id': 'clientReference',
      'email address': 'email',
      'phone number': 'phone',
      nickname: 'note',
      memo: 'note',
    },
  },
  {
    tool: 'square',
    signature: [['customer name'], ['service', 'item name'], ['date'], ['time'], ['staff', 'team member']],
    columns: {
      'customer name': 'name',
      'phone number': 'phone',
      email: 'email',
      service: 'services',
      'item name': 'services',
      duration: 'minutes',
      price: 'price',
      date: 'date',
      time: 'time',
      status: 'status',
      notes: 'note',
    },
  },
  {
    tool: 'acuity',
    signature: [['start time'], ['end time'], ['type'], ['calendar']],
    columns: {
      ...person,
      'start time': 'date',
      'end time': 'endTime',
      type: 'services',
      'appointment price': 'price',
      'appointment id': 'reference',
      label: 'status',
      canceled: 'status',
      'date scheduled': 'note',
    },
  },
  { tool: 'acuity', signature: [['days since last appointment']], columns: person },
  {
    tool: 'google',
    signature: [['e-mail 1 - value', 'phone 1 - value', 'phonetic first name', 'given name yomi']],
    columns: {
      'first name': 'firstName',
      'middle name': 'firstName',
      'last name': 'lastName',
      name: 'name',
      'given name': 'firstName',
      'additional name': 'firstName',
      'family name': 'lastName',
      'e-mail 1 - value': 'email',
      'phone 1 - value': 'phone',
      'address 1 - formatted': 'address',
      notes: 'note',
      'file as': 'leave',
      photo: 'leave',
      labels: 'leave',
      'group membership': 'leave',
    },
  },
  {
    tool: 'vagaro',
    signature: [['day phone'], ['night phone']],
    columns: {
      ...person,
      ...postalAddress,
      name: 'leave',
      'customer name': 'leave',
      mobile: 'phone',
      'mobile phone': 'phone',
      'cell phone': 'phone',
      'day phone': 'phone',
      'night phone': 'phone',
    },
  },
  {
    tool: 'booksy',
    signature: [['client name'], ['phone', 'cell phone'], ['first visit', 'last visit', 'total visits']],
    columns: { 'client name': 'name', phone: 'phone', 'cell phone': 'phone', email: 'email', 'customer notes': 'note' },
  },
  {
    tool: 'booksy',
    signature: [['booking id'], ['customer name'], ['from'], ['to']],
    columns: {
      'booking id': 'reference',
      'customer name': 'name',
      'service name': 'services',
      date: 'date',
      from: 'time',
      to: 'endTime',
      price: 'price',
      'booking status': 'status',
    },
  },
  {
    tool: 'timely',
    signature: [['customer id', 'customer code'], ['first name'], ['sms number', 'sms', 'sms phone']],
    columns: {
      ...person,
      ...postalAddress,
      'customer id': 'clientReference',
      'customer code': 'clientReference',
      'sms number': 'phone',
      sms: 'phone',
      'sms phone': 'phone',
      telephone: 'phone',
      'physical address': 'address',
    },
  },
  {
    tool: 'glossgenius',
    signature: [['client first name'], ['client last name'], ['client phone', 'client email']],
    columns: {
      'client first name': 'firstName',
      'client last name': 'lastName',
      'client phone': 'phone',
      'client email': 'email',
    },
  },
]

// Fallback patterns for headers of other files. The first match wins.
const patterns: readonly [ImportTarget, RegExp][] = [
  ['clientReference', /^(client|customer|contact)( id| no\.?| number| code)$/],
  [
    'reference',
    /^(ref\.? ?#?|reference( id)?|(appointment|booking|appt\.?)( ref\.?| reference| id| no\.?| number)( ?#)?|id)$/,
  ],
  ['firstName', /^(client |customer )?(first ?name|given name|forename)s?$/],
  ['lastName', /^(client |customer )?(last ?name|surname|family name)$/],
  ['name', /^((client|customer)('s)?( name)?|(full )?name)$/],
  ['email', /^([a-z'’]{1,20} ){0,2}e-?mail( address)?( \d)?( - value)?$/],
  [
    'phone',
    /^([a-z'’]{1,20} ){0,2}((mobile|cell|tele)?phone|mobile|cell|tel\.?)( ?(phone|number|no\.?|#))?( \d)?( - value)?$/,
  ],
  ['allergies', /allerg|sensitiv/],
  ['endTime', /^(end( time| date)?|ends|until|to|finish(es)?( time)?)$/],
  ['minutes', /duration|minutes|^length$/],
  [
    'date',
    /^((scheduled|appointment|booking|start|visit) ?)?(date|day)( and time| & time| time)?$|^(date )?scheduled( for)?$|^start( at)?$|^starts( at)?$/,
  ],
  ['time', /^((scheduled|appointment|booking|start) ?)?time$|^from$/],
  ['services', /service|treatment|^items?$|^appointment type$/],
  ['price', /^(net |gross )?(price|total( price)?|amount|value|sales|cost)( .*)?$/],
  ['status', /status|^state$/],
  [
    'address',
    /^(client|customer|home|postal|billing) address$|^street( address)?( [12])?$|^address( line)? [123]$|^(city|town|suburb|county|postcode|post code|postal code|zip( code)?|country)$/,
  ],
  ['place', /^(address|location|place|where|venue)$/],
  ['note', /note|comment|memo/],
]

const normalise = (head: string): string => head.slice(0, 200).trim().toLowerCase().replaceAll(/\s+/g, ' ')

export function detectTool(heads: readonly string[]): ImportTool {
  const known = new Set(heads.map(normalise))
  return (
    exports.find(({ signature }) => signature.every((names) => names.some((name) => known.has(name))))?.tool ?? 'other'
  )
}

/**
 * Returns the target of each column, by the known export or else by the column's header. Unknown columns go to the
 * note, so that nothing is lost. A target that cannot be shared is used once.
 */
export function mapColumns(heads: readonly string[], tool: ImportTool): ImportTarget[] {
  const names = heads.map(normalise)
  const known = exports
    .filter((one) => one.tool === tool)
    .map(({ columns }) => columns)
    .toSorted((a, b) => countKnown(b, names) - countKnown(a, names))[0]
  const taken = new Set<ImportTarget>()
  const hasDate = names.some((name) => known?.[name] === 'date' || suggestTarget(name) === 'date')
  const targets = names.map((name): ImportTarget | null => {
    const target = known && Object.hasOwn(known, name) ? known[name] : undefined
    if (!target || (taken.has(target) && !sharedTargets.includes(target))) return target ? 'note' : null
    taken.add(target)
    return target
  })
  return targets.map((target, i) => {
    const name = names[i] ?? ''
    if (target) return target
    if (name === '') return 'leave'
    if (
      tool === 'google' &&
      / - (label|type|street|city|po box|region|postal code|country|extended address)$/.test(name)
    )
      return 'leave'
    const suggested = suggestTarget(name, taken)
    // A file without dates is a list of clients: its addresses belong to the clients, and services go to the note.
    const fitting = hasDate ? suggested : (ofClients[suggested] ?? suggested)
    taken.add(fitting)
    return fitting
  })
}

const ofClients: Partial<Record<ImportTarget, ImportTarget>> = {
  place: 'address',
  reference: 'clientReference',
  time: 'note',
  endTime: 'note',
  minutes: 'note',
  services: 'note',
  price: 'note',
  status: 'note',
}
const countKnown = (columns: Columns, names: readonly string[]): number =>
  names.filter((name) => Object.hasOwn(columns, name)).length

const consents = /accept|opt.?(in|out)|marketing|newsletter|subscri|consent|verified|reminder|blocked/

const suggestTarget = (name: string, taken: ReadonlySet<ImportTarget> = new Set()): ImportTarget =>
  (consents.test(name)
    ? undefined
    : patterns.find(
        ([target, pattern]) => pattern.test(name) && (sharedTargets.includes(target) || !taken.has(target)),
      )?.[0]) ?? 'note'

/** Returns the index of the header record. Reports begin with a title and other lines. */
export function findHeader(records: readonly { cells: readonly string[] }[]): number {
  const score = (cells: readonly string[]): number => {
    const tool = detectTool(cells)
    const named = cells.filter((cell) => suggestTarget(normalise(cell)) !== 'note').length
    return tool === 'other' ? named : named + cells.length
  }
  const scores = records.slice(0, 12).map(({ cells }) => score(cells))
  if ((scores[0] ?? 0) > 0) return 0
  const found = scores.findIndex((one) => one > 1)
  return found > 0 ? found : 0
}
