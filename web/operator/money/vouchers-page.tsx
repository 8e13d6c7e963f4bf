import { useLoaderData } from 'react-router'
import type { InputOf } from '#contract/endpoint.ts'
import { formatMoney } from '#contract/format.ts'
import type { operatorVouchers } from '#contract/operator/vouchers.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ConsoleTable } from '#web/operator/table.tsx'
import { formatShortMoment } from '#web/operator/when.ts'
import { operatorMessages } from '#web/operator/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useRows } from '#web/platform/use-rows.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Note } from '#web/ui/note.tsx'
import { voucherMessages } from './voucher-messages.ts'

const t = createTranslator(voucherMessages)
const o = createTranslator(operatorMessages)
type Query = { text?: string; sort?: InputOf<typeof operatorVouchers.list>['sort'] }
const cash = (amount: number, currency: string) => formatMoney(amount, currency, { decimals: 'always', mixed: true })

async function load(query: Query, cursor?: string) {
  const { vouchers: rows, ...page } = await browserApi().operatorVouchers.list({ ...query, cursor })
  return { ...page, rows }
}

export const clientLoader = requireSession(async ({ request }) => {
  const query = buildTableQuery(request, ['text', 'sort']) as Query
  return { query, first: await load(query) }
})

export const HydrateFallback = Undetermined

export default function VouchersPage() {
  const { query, first } = useLoaderData<typeof clientLoader>()
  const list = useRows(first, (cursor) => load(query, cursor))
  const amounts = first.left.map(({ amount, currency }) => cash(amount, currency)).join(', ')
  return (
    <ConsoleFrame title={o('operator.vouchers')}>
      <Note kind="info">{amounts ? t('operator.voucher.sum', { amounts }) : t('operator.voucher.sum.none')}</Note>
      <ConsoleTable
        list={list}
        name="vouchers"
        caption={o('operator.vouchers')}
        empty={t('operator.voucher.empty')}
        search={t('operator.voucher.search')}
        usualSort="-date"
        to={({ id }) => `/operator/vouchers/${id}`}
        columns={[
          {
            id: 'voucher',
            label: t('operator.voucher.what'),
            cell: ({ number }) => t('operator.voucher.number', { number }),
          },
          {
            id: 'buyer',
            isWideOnly: true,
            label: t('operator.voucher.buyer'),
            width: 30,
            cell: ({ kind, buyer }) =>
              kind === 'goodwill'
                ? t('operator.voucher.goodwill')
                : [buyer.name, buyer.email].filter(Boolean).join(', '),
          },
          {
            id: 'to',
            label: t('operator.voucher.to'),
            width: 30,
            cell: ({ to }) => [to.name, to.email].filter(Boolean).join(', '),
          },
          {
            id: 'artist',
            isWideOnly: true,
            label: t('operator.voucher.artist'),
            width: 20,
            cell: ({ artist }) => artist?.name,
          },
          {
            id: 'state',
            label: t('operator.voucher.state'),
            cell: ({ state }) => (
              <Badge look={state === 'live' ? 'jadeSoft' : 'disabled'}>
                {t(state === 'live' ? 'operator.voucher.state.live' : 'operator.voucher.state.blocked')}
              </Badge>
            ),
          },
          {
            id: 'amount',
            isWideOnly: true,
            label: t('operator.voucher.amount'),
            kind: 'number',
            isLabelled: true,
            cell: ({ amount, currency }) => cash(amount, currency),
          },
          {
            id: 'left',
            label: t('operator.voucher.left'),
            kind: 'number',
            sort: 'left',
            isLead: true,
            cell: ({ left, currency }) => cash(left, currency),
          },
          {
            id: 'date',
            label: t('operator.voucher.when'),
            kind: 'date',
            sort: 'date',
            cell: ({ at }) => formatShortMoment(at),
          },
        ]}
      />
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
