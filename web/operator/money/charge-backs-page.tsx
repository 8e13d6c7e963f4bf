import { Link, useLoaderData, useSearchParams } from 'react-router'
import { formatMoney } from '#contract/format.ts'
import { chargeBackStates } from '#contract/operator/bank.ts'
import { createTranslator } from '#contract/words.ts'
import { requireSession, Undetermined } from '#web/accounts/protected.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useRows } from '#web/platform/use-rows.ts'
import { Badge } from '#web/ui/badge.tsx'
import { SelectField } from '#web/ui/fields/field.tsx'
import { ConsoleError, ConsoleFrame } from '#web/operator/console-frame.tsx'
import { buildTableQuery, ListTable } from '#web/operator/table.tsx'
import { formatOperatorMoment } from '#web/operator/when.ts'
import { operatorMessages } from '#web/operator/messages.ts'
import { bankMessages } from './bank-messages.ts'
import { chargeBackLooks } from './money-messages.ts'
import tableStyles from '#web/ui/table.module.css'
import consoleStyles from '#web/operator/console.module.css'

const t = createTranslator(bankMessages)
const o = createTranslator(operatorMessages)
type Query = { state?: (typeof chargeBackStates)[number] }

async function load(query: Query, cursor?: string) {
  const { chargeBacks: rows, nextCursor } = await browserApi().operatorBank.chargeBacks({ ...query, cursor })
  return { rows, nextCursor }
}

export const clientLoader = requireSession(async ({ request }) => {
  const query = buildTableQuery(request, ['state']) as Query
  return { query, first: await load(query) }
})

export const HydrateFallback = Undetermined

export default function ChargeBacksPage() {
  const { query, first } = useLoaderData<typeof clientLoader>()
  const [, setAddress] = useSearchParams()
  const list = useRows(first, (cursor) => load(query, cursor))
  return (
    <ConsoleFrame title={t('op.chargeBacks')} text={t('op.chargeBacks.text')}>
      <div className={consoleStyles.filter}>
        <SelectField
          label={t('op.chargeBack.state')}
          name="state"
          value={query.state ?? ''}
          onChange={({ target }) => setAddress(target.value ? { state: target.value } : {})}>
          <option value="">{o('op.filter.all')}</option>
          {chargeBackStates.map((state) => (
            <option key={state} value={state}>
              {t(`op.chargeBack.state.${state}`)}
            </option>
          ))}
        </SelectField>
      </div>
      <ListTable
        list={list}
        name="charge-backs"
        caption={t('op.chargeBacks')}
        empty={t('op.chargeBacks.empty')}
        clear={o('op.clear.filters')}
        columns={[
          t('op.chargeBack.payment'),
          t('op.chargeBack.amount'),
          t('op.chargeBack.state'),
          t('op.chargeBack.due'),
        ]}
        row={(one) => (
          <tr key={one.id}>
            <td>
              <Link className={consoleStyles.pickName} to={`/operator/charge-backs/${one.id}`}>
                {one.payment.description}
              </Link>
              <div className="micro muted">{t('op.chargeBack.number', { number: one.payment.number })}</div>
            </td>
            <td className={tableStyles.amount}>
              {formatMoney(one.amount, one.currency, { decimals: 'always', mixed: true })}
            </td>
            <td>
              <Badge look={chargeBackLooks[one.state]}>{t(`op.chargeBack.state.${one.state}`)}</Badge>
            </td>
            <td className={consoleStyles.keep}>
              {one.state === 'open' && one.dueAt ? formatOperatorMoment(one.dueAt) : '–'}
            </td>
          </tr>
        )}
      />
    </ConsoleFrame>
  )
}

export const ErrorBoundary = ConsoleError
