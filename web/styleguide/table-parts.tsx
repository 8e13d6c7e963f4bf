import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { FactStrip } from '#web/ui/fact-strip.tsx'
import { type DataColumn, DataTable } from '#web/ui/tables/data-table.tsx'
import { TableFilters } from '#web/ui/tables/table-filters.tsx'
import type { Part } from './part.ts'

type Booking = { id: string; name: string; event: string; artist: string; day: string; state: string; total: string }

const bookings: readonly Booking[] = [
  ['Leila Haddad', 'Wedding', 'Mia Hollis', 'Sat 12 June 2027', 'Booked', '£412.00'],
  [
    'Ana Duarte',
    'Graduation of three sisters in the hall of the university',
    'Noor Rahimi',
    'Sun 13 June 2027',
    'Booked',
    '£96.50',
  ],
  ['Claudette Roy', 'Birthday', 'Ilona Varga', 'Fri 18 June 2027', 'Completed', '£1,240.00'],
  ['Hana Marsh', 'Photo shoot', 'Mia Hollis', 'Mon 21 June 2027', 'Cancelled', '£58.00'],
].map(([name = '', event = '', artist = '', day = '', state = '', total = ''], i) => ({
  id: String(i),
  name,
  event,
  artist,
  day,
  state,
  total,
}))

const columns: readonly DataColumn<Booking>[] = [
  { id: 'name', label: 'Customer', sort: 'name', width: 25, cell: ({ name }) => name },
  { id: 'event', label: 'Event', width: 45, cell: ({ event }) => event },
  { id: 'artist', label: 'Artist', width: 30, cell: ({ artist }) => artist },
  { id: 'day', label: 'Date', kind: 'date', sort: 'date', cell: ({ day }) => day },
  { id: 'state', label: 'Status', cell: ({ state }) => <Badge look="jadeSoft">{state}</Badge> },
  { id: 'total', label: 'Total', kind: 'number', sort: 'total', isLead: true, cell: ({ total }) => total },
]

const shared = {
  name: 'styleguide',
  caption: 'Bookings',
  columns,
  rows: bookings,
  rowKey: ({ id }: Booking) => id,
  usualSort: '-date',
  empty: <Empty title="No bookings match." />,
}

const filters = (
  <TableFilters
    search="Search by name"
    filters={[
      { name: 'state', label: 'Status', options: ['Booked', 'Completed', 'Cancelled'].map((one) => [one, one]) },
      { name: 'from', label: 'From', type: 'date' },
    ]}
  />
)

function Selecting() {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set(['1']))
  return (
    <DataTable
      {...shared}
      to={({ id }) => `#${id}`}
      filters={filters}
      selection={{
        keys,
        onChange: setKeys,
        name: ({ name }) => name,
        acts: (
          <Button kind="secondary" size="small">
            Add a tag
          </Button>
        ),
      }}
    />
  )
}

const acting: DataColumn<Booking> = {
  id: 'act',
  label: 'Action',
  kind: 'act',
  cell: () => (
    <Button kind="secondary" size="small">
      Resend
    </Button>
  ),
}

export const tableParts: readonly Part[] = [
  {
    file: 'tables/data-table',
    wide: true,
    states: {
      'sorted, with filters, pages and rows that open': () => (
        <DataTable {...shared} to={({ id }) => `#${id}`} filters={filters} chosen="2" onMore={() => {}} />
      ),
      'rows with details below and actions': () => (
        <DataTable {...shared} columns={[...columns, acting]} detail={({ event }) => <p>{event}</p>} />
      ),
      'selected rows': Selecting,
      'rows that do not open, long text wraps': () => (
        <DataTable {...shared} columns={columns.map((one) => (one.id === 'event' ? { ...one, wraps: true } : one))} />
      ),
      'loading other rows': () => <DataTable {...shared} isReloading />,
      loading: () => <DataTable {...shared} rows={undefined} />,
      'loading more': () => <DataTable {...shared} onMore={() => {}} isLoadingMore />,
      empty: () => <DataTable {...shared} rows={[]} filters={filters} />,
      'the next page failed': () => <DataTable {...shared} error="The server did not answer." onMore={() => {}} />,
    },
  },
  { file: 'tables/table-filters', wide: true, states: { 'a search, a choice and a day': () => filters } },
  {
    file: 'fact-strip',
    wide: true,
    states: {
      'facts, links, notes and a missing value': () => (
        <FactStrip
          facts={[
            { label: 'Status', value: 'Booked' },
            { label: 'Amount', value: '£412.00', note: 'includes our fee of £41.20' },
            { label: 'Artist', value: 'Mia Hollis', to: '#artist' },
            { label: 'Reason', value: null },
            { label: 'Completed bookings', value: 103, note: '2 upcoming', to: '#bookings' },
          ]}
        />
      ),
    },
  },
]
