import { type ComponentProps, useRef, useState } from 'react'
import { Link, useLocation, useNavigation, useSearchParams } from 'react-router'
import type { BulkAct } from '#contract/operator/bulk.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { BulkActs, LastBulk, type RowSelection } from '#web/operator/bulk/bulk-acts.tsx'
import { ListTools, ShownFile } from '#web/operator/lists/list-tools.tsx'
import type { useRows } from '#web/platform/use-rows.ts'
import { Button } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Note } from '#web/ui/note.tsx'
import { DataTable, type DataColumn } from '#web/ui/tables/data-table.tsx'
import { TableFilters, type TableFilter } from '#web/ui/tables/table-filters.tsx'
import { operatorMessages } from './messages.ts'

const t = createTranslator(operatorMessages)

/** Returns the table's query parameters in the address, without empty ones. */
export function buildTableQuery(request: Request, names: readonly string[]): Record<string, string> {
  const { searchParams } = new URL(request.url)
  return Object.fromEntries(
    names.map((name) => [name, searchParams.get(name)?.trim() ?? '']).filter(([, value]) => value !== ''),
  )
}

/** Returns true while this page loads other rows. */
function useReloading(): boolean {
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  return state === 'loading' && location.pathname === pathname
}

type Row = { id: string | number }
type TableProps<R> = ComponentProps<typeof DataTable<R>>

interface ConsoleTableProps<R>
  extends Pick<TableProps<R>, 'caption' | 'to' | 'onOpen' | 'detail' | 'chosen' | 'usualSort'> {
  list: Pick<ReturnType<typeof useRows<R>>, 'rows' | 'nextCursor' | 'loading' | 'error' | 'more'>
  columns: readonly DataColumn<R>[]
  rowKey?: (row: R) => string
  /** Console name of the list, for saved filters and CSV. */
  name: string
  empty: string
  search?: string
  filters?: readonly TableFilter[]
  /** False for a list without saved filters and CSV of its own. */
  hasTools?: boolean
  bulk?: { acts: readonly BulkAct[]; picked: RowSelection; nameOf: (row: R) => string }
}

/** A list of the console: filters, saved filters, CSV, bulk actions and pages of rows that the server sorts. */
export function ConsoleTable<R>({
  list: { rows, nextCursor, loading, error, more },
  rowKey = (row) => String((row as Row).id),
  name,
  empty,
  search,
  filters,
  hasTools = true,
  bulk,
  ...table
}: ConsoleTableProps<R>) {
  const [asked, setAsked] = useSearchParams()
  const isReloading = useReloading()
  const [bulkRuns, setBulkRuns] = useState(0)
  const isFiltered = [...asked.keys()].some((key) => key !== 'sort')
  // A list without any entry has nothing to search, filter or download.
  const isUnused = rows.length === 0 && !isFiltered && !filters?.some(({ usual }) => usual !== undefined)
  return (
    <>
      {bulk && <LastBulk key={bulkRuns} acts={bulk.acts} />}
      <DataTable
        {...table}
        name={name}
        rows={rows}
        rowKey={rowKey}
        filters={!isUnused && (search || filters) && <TableFilters search={search} filters={filters} />}
        tools={!isUnused && hasTools && <ListTools list={name} />}
        selection={
          bulk && {
            keys: new Set(bulk.picked.picked),
            onChange: bulk.picked.pick,
            name: bulk.nameOf,
            acts: <BulkActs acts={bulk.acts} picked={bulk.picked} onDone={() => setBulkRuns((n) => n + 1)} />,
          }
        }
        error={error}
        isReloading={isReloading}
        isLoadingMore={loading}
        onMore={nextCursor ? more : null}
        empty={
          <Empty
            title={empty}
            action={
              isFiltered && (
                <Button kind="secondary" onClick={() => setAsked({})}>
                  {t('operator.clear.filters')}
                </Button>
              )
            }
          />
        }
      />
    </>
  )
}

type WholeTableProps<R> = Pick<
  TableProps<R>,
  'caption' | 'columns' | 'rowKey' | 'to' | 'onOpen' | 'detail' | 'chosen' | 'filters' | 'empty' | 'group'
> & {
  rows: readonly R[]
  /** Name of the table and of its CSV, which has the shown rows and columns. */
  file: string
}

/** A table whose rows are all loaded. Its CSV contains the rows shown. */
export function WholeTable<R>({ file, ...table }: WholeTableProps<R>) {
  const within = useRef<HTMLDivElement>(null)
  return (
    <DataTable
      {...table}
      ref={within}
      name={file}
      isReloading={useReloading()}
      tools={table.rows.length > 0 && <ShownFile name={file} within={within} />}
    />
  )
}

/** Shows that a list is limited to one person or artist, with links to them and to all rows. */
export function WhoseOnly({ all }: { all: string }) {
  const [asked] = useSearchParams()
  const [account, provider] = [asked.get('accountId'), asked.get('providerId')]
  if (!account && !provider) return null
  return (
    <Note kind="info">
      {t(provider ? 'operator.whose.provider' : 'operator.whose.person')}{' '}
      <Link
        className="link tap-target"
        to={provider ? `/operator/providers/${provider}` : `/operator/people/${account}`}>
        {t('operator.whose.open')}
      </Link>{' '}
      <Link className="link tap-target" to={all}>
        {t('operator.whose.all')}
      </Link>
    </Note>
  )
}
