import { useEffect, useState } from 'react'
import { taxOffices } from '#contract/payments/tax.ts'
import type { Country } from '#contract/words.ts'
import { reader } from '#contract/words.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import type { Confirmation } from '#web/operator/use-confirmation.tsx'
import { operatorWords } from '#web/operator/words.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'

const t = reader(operatorWords)

interface Props {
  market: { countryCode: Country; name: string; taxNumber: string }
  confirm: (confirmation: Confirmation) => void
}

/** The number under which the platform is registered for a market's tax; nothing where the market has none. */
export function TaxNumberField({ market: { countryCode, name, taxNumber }, confirm }: Props) {
  const [typed, setTyped] = useState(taxNumber)
  useEffect(() => setTyped(taxNumber), [taxNumber])
  const { tax } = taxOffices[countryCode]
  if (!tax) return null
  const save = () =>
    confirm({
      title: t('op.confirm.taxNumber.title', { country: name, tax }),
      text: t('op.confirm.taxNumber.text', { tax }),
      act: t('op.save'),
      run: (reason) => browserApi().operatorMarket.setTaxNumber({ countryCode, taxNumber: typed.trim(), reason }),
    })
  return (
    <div className="row gap-8 wrapping">
      <TextField
        label={t('op.markets.taxNumber', { country: name, tax })}
        name={`tax-number-${countryCode}`}
        autoComplete="off"
        maxLength={30}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      {typed.trim() !== taxNumber && (
        <Button kind="secondary" size="small" onClick={save}>
          {t('op.save')}
        </Button>
      )}
    </div>
  )
}
