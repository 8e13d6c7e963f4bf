import { Link, useLoaderData } from 'react-router'
import { formatMoney } from '#contract/format.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import consoleStyles from '#web/operator/console.module.css'
import { ListTable, buildTableQuery, TableSearch } from '#web/operator/table.tsx'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { operatorMessages } from '#web/operator/messages.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { useRows } from '#web/platform/use-rows.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Note } from '#web/ui/note.tsx'
import tableStyles from '#web/ui/table.module.css'
import { voucherMessages } from './voucher-messages.ts'

const t = createTranslator(voucherMessages)
const o = createTranslator(operatorMessages)
type Query = { text?: string }
const cash = (amount: number, currency: string) => formatMoney(amount, currency, { decimals: 'always', mixed: true })

async function load(query: Query, cursor?: string) {
  const { vouchers: rows, ...page } = await browserApi().operatorVouchers.list({ ...query, cursor })
  return { ...page, rows }
}

export const clientLoader = requireSession(async ({ request }) => {
  const query = buildTableQuery(request, ['text']) as Query
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
      <TableSearch label={t('operator.voucher.search')} />
      <ListTable
        list={list}
        name="vouchers"
        caption={o('operator.vouchers')}
        empty={t('operator.voucher.empty')}
        clear={o('operator.clear.filters')}
        columns={[
          t('operator.voucher.what'),
          t('operator.voucher.buyer'),
          t('operator.voucher.to'),
          t('operator.voucher.left'),
          t('operator.voucher.state'),
          t('operator.voucher.when'),
        ]}
        row={(voucher) => (
          <tr key={voucher.id}>
            <td>
              <Link className={consoleStyles.pickName} to={`/operator/vouchers/${voucher.id}`}>
                {t('operator.voucher.number', { number: voucher.number })}
              </Link>
            </td>
            <td>
              {voucher.kind === 'goodwill' ? t('operator.voucher.goodwill') : voucher.buyer.name}
              <div className="micro muted">{voucher.buyer.email}</div>
            </td>
            <td>
              {voucher.to.name}
              <div className="micro muted">{voucher.to.email}</div>
              {voucher.artist && (
                <div className="micro muted">{t('operator.voucher.with', { name: voucher.artist.name })}</div>
              )}
            </td>
            <td className={tableStyles.amount}>
              {cash(voucher.left, voucher.currency)}
              <div className="small muted">
                {t('operator.voucher.of', { amount: cash(voucher.amount, voucher.currency) })}
              </div>
            </td>
            <td>
              <Badge look={voucher.state === 'live' ? 'jadeSoft' : 'disabled'}>
                {t(voucher.state === 'live' ? 'operator.voucher.state.live' : 'operator.voucher.state.blocked')}
              </Badge>
            </td>
            <td className={consoleStyles.keep}>{formatOperatorMoment(voucher.at)}</td>
          </tr>
        )}
      />
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
