import { useState } from 'react'
import { minor, moneyOf } from '#contract/money.ts'
import type { Credit } from '#contract/payments/vouchers.ts'
import { type Country, reader } from '#contract/words.ts'
import { bookWords } from '#web/bookings/words.ts'
import type { ActKeys } from '#web/platform/api/act-keys.ts'
import { useAct } from '#web/platform/use-act.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'

interface UseCodeProps {
  credits: readonly Credit[]
  /** What each of them pays now, in minor units. */
  pays: readonly number[]
  currency: string
  country: Country
  onUse: (code: string, keys: ActKeys) => Promise<unknown>
  onDrop: (creditId: string, keys: ActKeys) => Promise<unknown>
}

/** What gift vouchers pay, each to be taken off again, and a field for the code of one more. */
export function UseCode({ credits, pays, currency, country, onUse, onDrop }: UseCodeProps) {
  const t = reader(bookWords, country)
  const [asked, setAsked] = useState(false)
  const [code, setCode] = useState('')
  const use = useAct()
  const drop = useAct({ toasts: true })
  const send = async () => {
    if (!code.trim()) return
    if (await use.run((keys) => onUse(code, keys))) {
      setCode('')
      setAsked(false)
    }
  }
  return (
    <div className="stack gap-8">
      {credits.map((credit, i) => (
        <p key={credit.id} className="row space-between wrapping">
          <span>
            {t('credit.voucher', {
              number: credit.label,
              amount: moneyOf(pays[i] ?? 0, currency, { decimals: 'always' }),
              left: moneyOf(minor(credit.amount + credit.left) - (pays[i] ?? 0), currency, { decimals: 'always' }),
            })}
          </span>
          <Button
            kind="quiet"
            size="small"
            loading={drop.waiting}
            onClick={() => drop.run((keys) => onDrop(credit.id, keys))}>
            {t('credit.drop')}
          </Button>
        </p>
      ))}
      {asked ? (
        <div className="stack gap-8">
          <TextField
            label={t('credit.code')}
            name="code"
            autoComplete="off"
            spellCheck={false}
            value={code}
            onChange={({ target }) => setCode(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              send()
            }}
            error={use.said ?? use.errors['code'] ?? null}
          />
          <div className="row">
            <Button kind="secondary" size="small" loading={use.waiting} onClick={send}>
              {t('credit.use')}
            </Button>
          </div>
        </div>
      ) : (
        <div className="row">
          <Button kind="quiet" size="small" onClick={() => setAsked(true)}>
            {t('credit.ask')}
          </Button>
        </div>
      )}
    </div>
  )
}
