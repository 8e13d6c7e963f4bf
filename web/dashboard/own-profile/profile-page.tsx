import { Eye } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useLoaderData } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDate } from '#contract/format.ts'
import type { ProviderColleague, providerColleagues } from '#contract/providers/colleagues.ts'
import { defineMessages, createTranslator } from '#contract/i18n/messages.ts'
import { requireSession } from '#web/accounts/protected.tsx'
import { DashboardError, DashboardFrame } from '#web/dashboard/dashboard-frame.tsx'
import { browserApi } from '#web/platform/api/browser.ts'
import { useForm } from '#web/platform/use-form.ts'
import { ShadeStrip } from '#web/providers/shade-strip.tsx'
import { BioForm } from '#web/signup/forms/bio-form.tsx'
import { InstagramForm } from '#web/signup/forms/instagram-form.tsx'
import { KitForm } from '#web/signup/forms/kit-form.tsx'
import { PhotoForm } from '#web/signup/forms/photo-form.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import { TextField } from '#web/ui/fields/field.tsx'
import { Note } from '#web/ui/note.tsx'
import { showToast } from '#web/ui/overlays/toasts.ts'
import { Avatar } from '#web/ui/pictures/picture.tsx'
import { FormCard, FormSection } from './form-card.tsx'
import { useDashboardMessages, useOwn } from './own.tsx'
import { StrengthCard } from './strength-card.tsx'
import styles from './profile-page.module.css'

export const clientLoader = requireSession(async () => {
  const { providerProfile, providerColleagues } = browserApi()
  const [catalogue, colleagues] = await Promise.all([providerProfile.catalogue({}), providerColleagues.list({})])
  return { catalogue, colleagues }
})

export default function ProfilePage() {
  const { catalogue, colleagues } = useLoaderData<typeof clientLoader>()
  const t = useDashboardMessages()
  const { photo, bio, kit, instagram } = useOwn().profile
  const { slug, state } = useOwn().profile
  const skills = catalogue.skills.filter(({ id }) => kit.skills.includes(id))
  const missing = t('ownProfile.missing')
  return (
    <DashboardFrame
      title={t('ownProfile.title')}
      acts={
        (state === 'approved' || state === 'paused') && (
          <ButtonLink kind="secondary" size="small" to={`/@/${slug}`}>
            <Eye className="icon" aria-hidden="true" />
            {t('dashboard.view')}
          </ButtonLink>
        )
      }>
      <div className="two-columns">
        <div className={joinClasses('card stack gap-24', styles.parts)}>
          <FormCard
            at="photo"
            title={t('ownProfile.photo')}
            catalogue={catalogue}
            folded={photo ? <Avatar size={72} src={photo.src} alt={photo.alt} /> : missing}>
            {(form) => <PhotoForm {...form} />}
          </FormCard>
          <FormCard
            at="bio"
            title={t('ownProfile.bio')}
            catalogue={catalogue}
            folded={bio ? <span className={styles.line}>{bio}</span> : missing}>
            {(form) => <BioForm {...form} />}
          </FormCard>
          <FormCard
            at="kit"
            title={t('ownProfile.kit')}
            catalogue={catalogue}
            folded={
              kit.shades.length + skills.length > 0 ? (
                <span className={styles.kit}>
                  {kit.shades.length > 0 && (
                    <ShadeStrip small shades={kit.shades} label={t('ownProfile.shades', { n: kit.shades.length })} />
                  )}
                  {skills.length > 0 && (
                    <span className="row gap-8 wrapping">
                      {skills.map(({ id, label }) => (
                        <Badge key={id} look="outline">
                          {label}
                        </Badge>
                      ))}
                    </span>
                  )}
                </span>
              ) : (
                missing
              )
            }>
            {(form) => <KitForm {...form} />}
          </FormCard>
          <FormCard
            at="instagram"
            title={t('ownProfile.instagram')}
            catalogue={catalogue}
            folded={instagram ? `@${instagram}` : missing}>
            {(form) => <InstagramForm {...form} />}
          </FormCard>
          <ColleaguesCard loaded={colleagues} />
        </div>
        <StrengthCard />
      </div>
    </DashboardFrame>
  )
}

export { DashboardError as ErrorBoundary }

const colleagueMessages = defineMessages({
  'colleagues.title': 'Artists you work with',
  'colleagues.text': "Add artists you work with. Once they confirm, you appear on each other's pages.",
  'colleagues.artist': 'Link to their page',
  'colleagues.artist.hint': 'For example, primp.example/@/ruth-calder, or just the last part.',
  'colleagues.name': 'Send request',
  'colleagues.none': 'No artists yet.',
  'colleagues.count': '{n, plural, one {1 artist} other {{n} artists}}',
  'colleagues.waiting': '{n, plural, one {1 request to answer} other {{n} requests to answer}}',
  'colleagues.together': 'You work together',
  'colleagues.asked': 'Requested on {date}',
  'colleagues.asks': 'Says you work together',
  'colleagues.yes': 'Confirm',
  'colleagues.yes.of': 'Confirm that you work with {name}',
  'colleagues.no': 'Decline',
  'colleagues.no.of': 'Decline {name}',
  'colleagues.end': 'Remove',
  'colleagues.end.of': 'Remove {name}',
  'colleagues.takeBack': 'Withdraw',
  'colleagues.takeBack.of': 'Withdraw your request to {name}',
  'colleagues.said.asked': 'Request sent to {name}.',
  'colleagues.said.together': '{name} now appears on your page, and you on theirs.',
  'colleagues.said.left': 'Done. We will not tell {name}.',
})

const t = createTranslator(colleagueMessages)
type Answer = OutputOf<typeof providerColleagues.list>

function ColleaguesCard({ loaded }: { loaded: Answer }) {
  const form = useRef<HTMLFormElement>(null)
  const [colleagues, setColleagues] = useState(loaded.colleagues)
  const [artist, setArtist] = useState('')
  const { formError, errors, isPending, run } = useForm({ form })
  const name = async (whom: string, as: string) => {
    const before = new Set(colleagues.map(({ slug }) => slug))
    const done = await run(() => browserApi().providerColleagues.add({ artist: whom }), { name: as })
    if (!done) return
    const after = done.answer.colleagues
    setColleagues(after)
    const named = after.find(({ slug }) => !before.has(slug) || slug === whom)
    if (as === 'name') setArtist('')
    if (named)
      showToast(
        'success',
        t(named.state === 'together' ? 'colleagues.said.together' : 'colleagues.said.asked', { name: named.name }),
      )
  }
  const leave = async (one: ProviderColleague) => {
    const done = await run(() => browserApi().providerColleagues.remove({ profileId: one.profileId }), {
      name: one.slug,
    })
    if (!done) return
    setColleagues(done.answer.colleagues)
    showToast('success', t('colleagues.said.left', { name: one.name }))
  }
  const waiting = colleagues.filter(({ state }) => state === 'asks').length
  const submit = (event: FormEvent) => {
    event.preventDefault()
    name(artist, 'name')
  }
  return (
    <FormSection
      at="colleagues"
      title={t('colleagues.title')}
      text={t('colleagues.text')}
      folded={
        waiting > 0
          ? t('colleagues.waiting', { n: waiting })
          : colleagues.length > 0
            ? t('colleagues.count', { n: colleagues.length })
            : t('colleagues.none')
      }>
      {colleagues.length > 0 && (
        <ul className="card pad-24 stack" aria-label={t('colleagues.title')}>
          {colleagues.map((one) => (
            <Colleague
              key={one.profileId}
              one={one}
              doing={isPending(one.slug)}
              onYes={() => name(one.slug, one.slug)}
              onLeave={() => leave(one)}
            />
          ))}
        </ul>
      )}
      {formError && <Note kind="error">{formError}</Note>}
      <form ref={form} className="stack" onSubmit={submit} noValidate>
        <TextField
          label={t('colleagues.artist')}
          hint={t('colleagues.artist.hint')}
          name="artist"
          value={artist}
          maxLength={300}
          autoCapitalize="none"
          spellCheck={false}
          error={errors['artist']}
          onChange={(event) => setArtist(event.target.value)}
        />
        <div>
          <Button type="submit" kind="secondary" loading={isPending('name')}>
            {t('colleagues.name')}
          </Button>
        </div>
      </form>
    </FormSection>
  )
}

interface ColleagueProps {
  one: ProviderColleague
  doing: boolean
  onYes: () => void
  onLeave: () => void
}

function Colleague({ one, doing, onYes, onLeave }: ColleagueProps) {
  const { countryCode } = useOwn().profile
  const said = { name: one.name }
  const act = ({ together: 'colleagues.end', asked: 'colleagues.takeBack', asks: 'colleagues.no' } as const)[one.state]
  return (
    <li className="row space-between wrapping">
      <span className="row can-shrink">
        <Avatar size={40} src={one.picture.src} alt="" />
        <span className="can-shrink">
          <Link className="link tap-target bold" to={`/@/${one.slug}`}>
            {one.name}
          </Link>
          <br />
          {one.state === 'together' ? (
            <Badge look="jade">{t('colleagues.together')}</Badge>
          ) : (
            <span className="small muted">
              {one.state === 'asks'
                ? t('colleagues.asks')
                : t('colleagues.asked', { date: formatDate(one.since.slice(0, 10), countryCode) })}
            </span>
          )}
        </span>
      </span>
      <span className="row gap-8">
        {one.state === 'asks' && (
          <Button size="small" loading={doing} aria-label={t('colleagues.yes.of', said)} onClick={onYes}>
            {t('colleagues.yes')}
          </Button>
        )}
        <Button kind="quiet" size="small" loading={doing} aria-label={t(`${act}.of`, said)} onClick={onLeave}>
          {t(act)}
        </Button>
      </span>
    </li>
  )
}
