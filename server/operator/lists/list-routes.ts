import { operatorLists } from '#contract/operator/lists.ts'
import { type Served, serve } from '#server/platform/http/serve.ts'
import { dropFilter } from './drop-filter.ts'
import { keepFilter } from './keep-filter.ts'
import { listFile } from './list-file.ts'
import { listFilters } from './list-filters.ts'

/** What every list of the console can, whichever domain it is of. */
export const operatorListRoutes = (served: readonly Served[]): Served[] =>
  serve(operatorLists, { file: listFile(served), filters: listFilters, keepFilter, dropFilter })
