import { Copy, Gift, type LucideIcon, QrCode } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { SelectField, TextAreaField, TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { TitledCard } from '#web/ui/titled-page.tsx'
import { formatEmbedAttributes, LinkField, formatEmbedSnippet, usualChoice, type WidgetChoice } from './share-links.tsx'
import { useGrowthMessages } from './growth-messages.ts'
import styles from './share-page.module.css'

const HOUSE_COLOR = '4d1534'

export default function SharePage() {
  const { t, profile, site } = useGrowthMessages()
  return (
    <DashboardFrame title={t('growth.title')} text={t('growth.text')}>
      <TitledCard title={t('growth.page')}>
        <div className="field-grid even">
          <LinkField name={t('growth.page.profile')} address={`${site}/@/${profile.slug}`} />
          <LinkField name={t('growth.page.book')} address={`${site}/@/${profile.slug}/book`} />
        </div>
        <ul className={styles.more}>
          <MoreRow name="card" to="/dashboard/share/card" icon={QrCode} />
          <MoreRow name="vouchers" to="/dashboard/vouchers" icon={Gift} />
        </ul>
      </TitledCard>
      <WidgetCard />
    </DashboardFrame>
  )
}

function MoreRow({ name, to, icon: Icon }: { name: 'card' | 'vouchers'; to: string; icon: LucideIcon }) {
  const { t } = useGrowthMessages()
  return (
    <li>
      <span>
        <b className="bold">{t(`growth.${name}`)}</b>
        <span className="small muted">{t(`growth.${name}.text`)}</span>
      </span>
      <ButtonLink to={to} kind="secondary" size="small">
        <Icon className="icon" aria-hidden="true" />
        {t(`growth.${name}.open`)}
      </ButtonLink>
    </li>
  )
}

/** The choices of the widget that are lists. */
const choices = { kind: ['frame', 'button'], open: ['tab', 'top'], theme: ['auto', 'light', 'dark'] } as const

function WidgetCard() {
  const { t, profile, site, copy } = useGrowthMessages()
  const [choice, setChoice] = useState<WidgetChoice>(usualChoice)
  const change = (part: Partial<WidgetChoice>) => setChoice((now) => ({ ...now, ...part }))
  const select = (name: keyof typeof choices) => (
    <SelectField
      label={t(`growth.${name}`)}
      value={choice[name]}
      onChange={({ target }) => change({ [name]: target.value })}>
      {choices[name].map((value) => (
        <option key={value} value={value}>
          {t(`growth.${name}.${value}` as 'growth.kind.frame')}
        </option>
      ))}
    </SelectField>
  )
  const snippet = formatEmbedSnippet(site, profile.slug, choice)
  return (
    <TitledCard title={t('growth.widget')}>
      <p className="muted">{t('growth.widget.text')}</p>
      {profile.state !== 'approved' && <Note kind="info">{t('growth.paused')}</Note>}
      <div className={styles.widget}>
        <div className="stack">
          {select('kind')}
          {select('open')}
          {choice.kind === 'frame' ? (
            select('theme')
          ) : (
            <TextField
              label={t('growth.label')}
              value={choice.label}
              maxLength={60}
              placeholder={t('growth.label.usual')}
              onChange={({ target }) => change({ label: target.value })}
            />
          )}
          <div className="stack gap-8">
            <Checkbox
              checked={choice.color !== ''}
              onChange={({ target }) => change({ color: target.checked ? HOUSE_COLOR : '' })}>
              {t('growth.color.own')}
            </Checkbox>
            {choice.color !== '' && (
              <input
                type="color"
                className={styles.color}
                aria-label={t('growth.color')}
                value={`#${choice.color}`}
                onChange={({ target }) => change({ color: target.value.slice(1) })}
              />
            )}
          </div>
          <TextAreaField
            label={t('growth.snippet')}
            hint={t('growth.snippet.hint')}
            value={snippet}
            rows={3}
            readOnly
            spellCheck={false}
            onFocus={(event) => event.target.select()}
          />
          <div>
            <Button aria-label={t('growth.copy.of', { name: t('growth.snippet') })} onClick={() => copy(snippet)}>
              <Copy className="icon" aria-hidden="true" />
              {t('growth.copy')}
            </Button>
          </div>
        </div>
        <LivePreview choice={choice} slug={profile.slug} />
      </div>
    </TitledCard>
  )
}

function LivePreview({ choice, slug }: { choice: WidgetChoice; slug: string }) {
  const { t } = useGrowthMessages()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const script = document.createElement('script')
    script.src = '/widget.js'
    for (const [name, value] of Object.entries(formatEmbedAttributes(slug, choice))) script.setAttribute(name, value)
    place.current?.replaceChildren(script)
  }, [choice, slug])
  return (
    <section className="stack gap-8" aria-label={t('growth.preview')}>
      <h3 className="title">{t('growth.preview')}</h3>
      <div ref={place} className={styles.preview} />
    </section>
  )
}

export { DashboardError as ErrorBoundary }
