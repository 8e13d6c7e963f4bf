import { useState } from 'react'
import { formatMoneyMinor, toMinor } from '#contract/money.ts'
import type { Credit } from '#contract/payments/vouchers.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { bookMessages } from '#web/appointments/messages.ts'
import type { ApiError } from '#web/platform/api/api.ts'
import { type ActKeys, useForm } from '#web/platform/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'

interface CodeFieldProps {
  name: string
  words: { ask: string; code: string; use: string }
  /** Returns the page's message for a refusal; undefined uses the server's. */
  says?: (fault: ApiError) => string | undefined
  onUse: (code: string, keys: ActKeys) => Promise<unknown>
}

/** A collapsed code field for promo codes or vouchers; typed values stay if refused. */
export function CodeField({ name, words, says = () => undefined, onUse }: CodeFieldProps) {
  const [asked, setAsked] = useState(false)
  const [code, setCode] = useState('')
  const use = useForm({ refusals: says })
  const send = async () => {
    if (!code.trim()) return
    if (await use.run((keys) => onUse(code, keys))) {
      setCode('')
      setAsked(false)
    }
  }
  if (!asked)
    return (
      <div className="row">
        <button type="button" className="link tap-target" onClick={() => setAsked(true)}>
          {words.ask}
        </button>
      </div>
    )
  return (
    <div className="stack gap-8">
      <TextField
        label={words.code}
        name={name}
        autoComplete="off"
        spellCheck={false}
        value={code}
        onChange={({ target }) => setCode(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          send()
        }}
        error={use.formError ?? use.errors['code'] ?? null}
      />
      <div className="row">
        <Button kind="secondary" size="small" loading={use.pending} onClick={send}>
          {words.use}
        </Button>
      </div>
    </div>
  )
}

interface UseCodeProps {
  credits: readonly Credit[]
  /** Amount that each voucher pays now, in minor units. */
  pays: readonly number[]
  currency: string
  country: Country
  onUse: (code: string, keys: ActKeys) => Promise<unknown>
  onDrop: (creditId: string, keys: ActKeys) => Promise<unknown>
}

export function UseCode({ credits, pays, currency, country, onUse, onDrop }: UseCodeProps) {
  const t = createTranslator(bookMessages, country)
  const drop = useForm({ toasts: true })
  return (
    <div className="stack gap-8">
      {credits.map((credit, i) => (
        <p key={credit.id} className="row space-between wrapping">
          <span>
            {t('credit.voucher', {
              number: credit.label,
              amount: formatMoneyMinor(pays[i] ?? 0, currency, { decimals: 'always' }),
              left: formatMoneyMinor(toMinor(credit.amount + credit.left) - (pays[i] ?? 0), currency, {
                decimals: 'always',
              }),
            })}
          </span>
          <Button
            kind="quiet"
            size="small"
            loading={drop.pending}
            onClick={() => drop.run((keys) => onDrop(credit.id, keys))}>
            {t('credit.drop')}
          </Button>
        </p>
      ))}
      <CodeField
        name="code"
        words={{ ask: t('credit.ask'), code: t('credit.code'), use: t('credit.use') }}
        says={({ code, detail }) =>
          code === 'voucher_other_artist'
            ? t('credit.other', { name: (detail as { artist: { name: string } }).artist.name })
            : undefined
        }
        onUse={onUse}
      />
    </div>
  )
}
