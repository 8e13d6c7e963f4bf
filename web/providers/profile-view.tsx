import { Check, Images } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { formatDistance } from '#contract/format.ts'
import type { Profile, Testimonials } from '#contract/providers/providers.ts'
import type { OutsideReview } from '#contract/reviews/outside.ts'
import type { Country } from '#contract/words.ts'
import { createTranslator, formatMessage } from '#contract/i18n/messages.ts'
import { createOptionalPart } from '#web/platform/optional.tsx'
import { pageMessages } from '#web/platform/page-messages.ts'
import { BadgeMark } from '#web/providers/checks/badge-mark.tsx'
import { Pair } from '#web/reviews/before-after/pair.tsx'
import { OutsideReviews } from '#web/reviews/outside/outside-reviews.tsx'
import { ReportReview } from '#web/reviews/report-review.tsx'
import { ShownTags } from '#web/search/looks/shown-tags.tsx'
import { listCommonTags } from '#contract/looks/vocabulary.ts'
import { Missing } from '#web/shell/pages/error-page.tsx'
import { Button } from '#web/ui/button.tsx'
import { joinClasses } from '#web/ui/class-names.ts'
import chipsStyles from '#web/ui/fields/chips.module.css'
import { MapDot, StreetMap } from '#web/ui/map/map.tsx'
import pictureStyles from '#web/ui/pictures/picture.module.css'
import { Avatar, Picture } from '#web/ui/pictures/picture.tsx'
import { Rating } from '#web/ui/stars.tsx'
import { FlagBadge } from '#web/ui/status-badge.tsx'
import { getFirstName } from './first-name.ts'
import { Heart } from './heart.tsx'
import { ProfileFacts } from './profile-facts.tsx'
import styles from './profile-view.module.css'
import profileStyles from './profile.module.css'
import { Reviews } from './reviews.tsx'
import { ShadeStrip } from './shade-strip.tsx'
import { profileMessages } from './messages.ts'

// Lazy-loaded with the first opened picture.
const GalleryViewer = createOptionalPart(
  async () => (await import('#web/ui/overlays/gallery-viewer.tsx')).GalleryViewer,
  Missing,
)

const meaning = () => import('#web/providers/checks/badge-meaning.tsx')

interface ProfileViewProps {
  profile: Profile
  testimonials: Testimonials
  outside: readonly OutsideReview[]
  badges?: ReactNode
  where: string
  services: ReactNode
  plan?: ReactNode
  policy: ReactNode
  aside: ReactNode
  top: ReactNode
  ready?: { title: string; text: string }
}

export function ProfileView({
  profile,
  testimonials,
  outside,
  badges,
  where,
  services,
  plan,
  policy,
  aside,
  top,
  ready,
}: ProfileViewProps) {
  const t = createTranslator(profileMessages, profile.countryCode)
  const [viewing, setViewing] = useState<number | null>(null)
  const tagsOf = new Map(profile.albums.flatMap(({ media }) => media.map(({ _id, tags }) => [_id, tags] as const)))
  const pictures = [profile.coverImg, ...profile.gallery.filter(({ _id }) => _id !== profile.coverImg._id)]
  return (
    <main id="main" tabIndex={-1} className={joinClasses('page-width above-phone-foot', styles.profilePage)}>
      {top}
      <div className={styles.gallery}>
        {pictures.slice(0, 5).map((picture, index) => (
          <button
            key={picture.src}
            type="button"
            className={joinClasses(pictureStyles.frame, styles.frame, index === 0 && 'view-cover')}
            onClick={() => setViewing(index)}
            aria-label={`${t('profile.pictures', { n: pictures.length })}: ${picture.alt}`}>
            <Picture
              src={picture.src}
              alt=""
              loading={index === 0 ? 'eager' : 'lazy'}
              fetchPriority={index === 0 ? 'high' : undefined}
              width={index === 0 ? 640 : 320}
              height={index === 0 ? 480 : 240}
            />
          </button>
        ))}
        <Button
          kind="secondary"
          size="small"
          className={joinClasses('with-script', styles.allPictures)}
          onClick={() => setViewing(0)}>
          <Images className="icon" aria-hidden="true" />
          {t('profile.pictures', { n: pictures.length })}
        </Button>
      </div>
      <div className={joinClasses('main-and-aside', styles.profileBody)}>
        <div className="stack gap-32">
          <div className="row gap-16 align-top">
            <Avatar size={72} src={profile.profileImg.src} alt={profile.profileImg.alt} loading="eager" />
            <div className="stack gap-8 grow">
              <div className="row gap-8 wrapping">
                <h1 className="heading-1 view-name">{profile.name}</h1>
                {profile.verified && <BadgeMark slug={profile.slug} name={profile.name} meaning={meaning} />}
                <span className={styles.heart}>
                  <Heart id={profile._id} name={profile.name} />
                </span>
              </div>
              <div className="row gap-8 wrapping muted">
                <Rating rating={profile.rating} reviews={profile.totalReviews} />
                <span>{where}</span>
              </div>
              <div className="row gap-8 wrapping">
                {badges}
                {profile.featured && <FlagBadge flag="featured" />}
                {profile.covidTrained && <FlagBadge flag="covidTrained" />}
                {profile.vaccinated && <FlagBadge flag="vaccinated" />}
              </div>
            </div>
          </div>
          <ProfileFacts profile={profile} ready={ready} />
          <section className="stack gap-12" aria-labelledby="about">
            <h2 className="heading-3" id="about">
              {t('profile.about', { firstName: getFirstName(profile.name) })}
            </h2>
            <p className={profileStyles.measure}>{profile.bio}</p>
            {profile.languages.length > 0 && (
              <p className="small muted">{t('profile.fact.languages', { languages: profile.languages.join(', ') })}</p>
            )}
            {profile.state === 'approved' && (
              <p>
                <Link className="link tap-target" to={`/customer-dashboard/ask/${profile.slug}`} rel="nofollow">
                  {t('profile.ask', { firstName: getFirstName(profile.name) })}
                </Link>
              </p>
            )}
          </section>
          {services}
          {plan}
          <WorksWith profile={profile} />
          <KitAndSkills profile={profile} />
          <Albums
            profile={profile}
            onOpen={(src) =>
              setViewing(
                Math.max(
                  0,
                  pictures.findIndex((picture) => picture.src === src),
                ),
              )
            }
          />
          <Reviews
            profile={profile}
            first={testimonials}
            menu={(review) => <ReportReview reviewId={review._id} label={t('profile.review.report')} />}
          />
          <OutsideReviews reviews={outside} country={profile.countryCode} />
          <AreaMap profile={profile} />
          {policy}
        </div>
        <aside className="sticky-aside" aria-label={t('profile.price.day')}>
          {aside}
        </aside>
      </div>
      {viewing !== null && (
        <GalleryViewer
          pictures={pictures}
          start={viewing}
          title={profile.name}
          about={(index) => {
            const tags = tagsOf.get(pictures[index]?._id) ?? []
            return tags.length > 0 && <ShownTags tags={tags} country={profile.countryCode} />
          }}
          onClose={() => setViewing(null)}
          words={{
            gallery: profile.name,
            close: t('profile.gallery.close'),
            back: formatMessage(pageMessages['viewer.back']),
            on: formatMessage(pageMessages['viewer.on']),
            gone: formatMessage(pageMessages['viewer.gone']),
            picture: (n) => formatMessage(pageMessages['viewer.picture'], { n }),
            of: (n, all) => t('profile.gallery.count', { n, m: all }),
          }}
        />
      )}
    </main>
  )
}

function WorksWith({ profile }: { profile: Profile }) {
  const t = createTranslator(profileMessages, profile.countryCode)
  if (profile.colleagues.length === 0) return null
  return (
    <section className="stack gap-12" aria-labelledby="works-with">
      <h2 className="heading-3" id="works-with">
        {t('profile.colleagues', { firstName: getFirstName(profile.name) })}
      </h2>
      <ul className={styles.colleagues}>
        {profile.colleagues.map(({ slug, name, area, picture }) => (
          <li key={slug} className={styles.colleague}>
            <Avatar size={48} src={picture.src} alt="" />
            <span className="can-shrink">
              <Link className="link tap-target bold" to={`/@/${slug}`}>
                {name}
              </Link>
              <br />
              <span className="small muted">{area}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const padding = { top: 24, right: 24, bottom: 40, left: 24 }

function AreaMap({ profile }: { profile: Profile }) {
  const t = createTranslator(profileMessages, profile.countryCode)
  const metres = profile.mobile?.radius.metres ?? null
  const area = useMemo(
    () => (metres === null ? null : { centre: profile.position, metres }),
    [profile.position, metres],
  )
  const view = useMemo(() => [profile.position], [profile.position])
  const place = profile.area + (profile.city && profile.city !== profile.area ? `, ${profile.city}` : '')
  return (
    <section className="stack gap-12" aria-labelledby="area">
      <h2 className="heading-3" id="area">
        {t('profile.area', { firstName: getFirstName(profile.name) })}
      </h2>
      <div className={joinClasses(styles.areaMap, pictureStyles.frame)}>
        <StreetMap
          label={t('profile.map', { area: place })}
          summary={
            metres === null
              ? t('profile.map', { area: place })
              : t('profile.map.radius', { area: place, distance: formatDistance(metres, profile.countryCode) })
          }
          view={view}
          area={area}
          country={profile.countryCode}
          padding={padding}
          inPage>
          <MapDot at={profile.position} />
        </StreetMap>
      </div>
      <p className="small muted">{t('profile.area.note')}</p>
    </section>
  )
}

function KitAndSkills({ profile }: { profile: Profile }) {
  const t = createTranslator(profileMessages, profile.countryCode)
  const { shades, skills, kit } = profile
  if (!shades.length && !skills.length && !kit.length) return null
  const covered = shades.length === 10 ? t('profile.kit.all') : t('profile.kit.some', { n: shades.length })
  return (
    <section className="stack gap-12" aria-labelledby="kit">
      <h2 className="heading-3" id="kit">
        {t('profile.kit')}
      </h2>
      {shades.length > 0 && (
        <>
          <ShadeStrip shades={shades} label={covered} />
          <p className="small muted">{covered}</p>
        </>
      )}
      <ul className="chip-row">
        {skills.map((skill) => (
          <li key={skill.id} className={chipsStyles.chip}>
            <Check className="icon" aria-hidden="true" />
            {skill.label}
          </li>
        ))}
      </ul>
      {kit.length > 0 && (
        <ul className={joinClasses('small muted', styles.kitList)}>
          {kit.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Albums({ profile, onOpen }: { profile: Profile; onOpen: (src: string) => void }) {
  const t = createTranslator(profileMessages, profile.countryCode)
  const albums = profile.albums.filter((album) => album.media.length > 0)
  if (albums.length === 0) return null
  return (
    <section className="stack" aria-labelledby="albums">
      <h2 className="heading-3" id="albums">
        {t('profile.albums')}
      </h2>
      {albums.map((album) => {
        const pairs = listPairs(album.media)
        const paired = new Set(pairs.flatMap(({ before, after }) => [before, after]))
        return (
          <div key={album._id} className="stack gap-8">
            <h3 className="title">
              {album.title} <span className="hint small">{album.media.length}</span>
            </h3>
            <AlbumTagsLine pictures={album.media} country={profile.countryCode} />
            {pairs.length > 0 && (
              <ul className={styles.albumPairs} aria-label={t('profile.pairs')}>
                {pairs.map((pair) => (
                  <li key={pair.after._id}>
                    <Pair pair={pair} name={pair.after.alt} onOpen={onOpen} />
                  </li>
                ))}
              </ul>
            )}
            <ul className={styles.albumRow}>
              {album.media
                .filter((picture) => !paired.has(picture))
                .map((picture) => (
                  <li key={picture.src}>
                    <button
                      type="button"
                      className={joinClasses(pictureStyles.frame, styles.albumsFrame)}
                      onClick={() => onOpen(picture.src)}
                      aria-label={picture.alt}>
                      <Picture src={picture.src} alt="" width={160} height={200} />
                    </button>
                  </li>
                ))}
            </ul>
          </div>
        )
      })}
    </section>
  )
}

type AlbumMedia = Profile['albums'][number]['media']

/** Returns the pictures of an album that are before and after, in the order of the pictures after. */
const listPairs = (media: AlbumMedia): { before: AlbumMedia[number]; after: AlbumMedia[number] }[] =>
  media.flatMap((after) => {
    const before = media.find(({ _id }) => _id === after.before)
    return before ? [{ before, after }] : []
  })

function AlbumTagsLine({ pictures, country }: { pictures: AlbumMedia; country: Country }) {
  const common = listCommonTags(pictures)
  return common.length > 0 ? (
    <p className="small muted">
      <ShownTags tags={common} country={country} />
    </p>
  ) : null
}
