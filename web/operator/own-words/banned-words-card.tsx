import { type FormEvent, useState } from 'react'
import type { BannedWord } from '#contract/providers/banned-words.ts'
import { bannedWordLimits, plainWords } from '#contract/providers/plain-words.ts'
import type { CountryCode } from '#contract/values.ts'
import { reader } from '#contract/words.ts'
import type { Confirmation } from '#web/operator/use-confirmation.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField, TextField } from '#web/ui/fields/field.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { lookWords } from './own-words-words.ts'
import consoleStyles from '#web/operator/console.module.css'

const t = reader(lookWords)

interface BannedWordsCardProps {
  words: readonly BannedWord[]
  markets: readonly { countryCode: CountryCode; name: string }[]
  confirm: (confirmation: Confirmation) => void
}

/** The words that artists' texts must not hold, of one market at a time. */
export function BannedWordsCard({ words, markets, confirm }: BannedWordsCardProps) {
  const [countryCode, setCountryCode] = useState<CountryCode>(markets[0]?.countryCode ?? 'GB')
  const [word, setWord] = useState('')
  const [error, setError] = useState<string | null>(null)
  const market = markets.find((one) => one.countryCode === countryCode)?.name ?? countryCode
  const theirs = words.filter((one) => one.countryCode === countryCode)
  const add = (event: FormEvent) => {
    event.preventDefault()
    const typed = word.trim()
    const short = plainWords(typed).length < bannedWordLimits.least
    setError(short ? t('banned.short', { n: bannedWordLimits.least }) : null)
    if (short) return
    confirm({
      title: t('banned.add.title', { word: typed, market }),
      text: t('banned.add.text'),
      act: t('banned.add'),
      run: async (reason) => {
        await browserApi().bannedWords.add({ countryCode, word: typed, reason })
        setWord('')
      },
    })
  }
  const remove = ({ id: wordId, word }: BannedWord) =>
    confirm({
      title: t('banned.remove.title', { word, market }),
      text: t('banned.remove.text'),
      act: t('banned.remove'),
      run: (reason) => browserApi().bannedWords.remove({ wordId, reason }),
    })
  return (
    <TitledCard title={t('banned.title')}>
      <p className="muted">{t('banned.text')}</p>
      <form className="stack" noValidate onSubmit={add}>
        <div className="field-grid even">
          <SelectField
            label={t('banned.market')}
            value={countryCode}
            onChange={({ target }) => setCountryCode(target.value as CountryCode)}>
            {markets.map((one) => (
              <option key={one.countryCode} value={one.countryCode}>
                {one.name}
              </option>
            ))}
          </SelectField>
          <TextField
            label={t('banned.word')}
            value={word}
            maxLength={bannedWordLimits.length}
            autoComplete="off"
            error={error}
            onChange={({ target }) => setWord(target.value)}
          />
        </div>
        <div>
          <Button type="submit" kind="secondary">
            {t('banned.add')}
          </Button>
        </div>
      </form>
      {theirs.length === 0 && <p className="muted">{t('banned.none', { market })}</p>}
      <ul className={consoleStyles.lines} aria-label={t('banned.of', { market })}>
        {theirs.map((one) => (
          <li key={one.id} className="row gap-8 wrapping space-between">
            <span className="bold">{one.word}</span>
            <Button
              size="small"
              kind="quiet"
              aria-label={t('banned.remove.of', { word: one.word })}
              onClick={() => remove(one)}>
              {t('banned.remove')}
            </Button>
          </li>
        ))}
      </ul>
    </TitledCard>
  )
}
