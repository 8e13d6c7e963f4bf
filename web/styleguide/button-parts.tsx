import { Heart, X } from 'lucide-react'
import { Badge, type BadgeLook, getBadgeClasses } from '#web/ui/badge.tsx'
import { Button, type ButtonKind, ButtonLink, IconButton } from '#web/ui/button.tsx'
import { FeaturedBadge } from '#web/ui/featured-badge.tsx'
import { SiteLink } from '#web/ui/site-link.tsx'
import { type Flag, FlagBadge, StatusBadge } from '#web/ui/status-badge.tsx'
import type { CardStatus } from '#contract/search/quotes.ts'
import type { Part } from './part.ts'

const kinds: readonly ButtonKind[] = ['primary', 'search', 'secondary', 'quiet', 'danger', 'jade']
const onFig: readonly ButtonKind[] = ['bone', 'ghost']
const looks: readonly BadgeLook[] = ['jade', 'jadeSoft', 'accent', 'accentSoft', 'info', 'disabled', 'outline', 'plain']
const statuses: readonly CardStatus[] = [
  'offered',
  'inDemand',
  'covidTrained',
  'requested',
  'booked',
  'unavailable',
  'cancelled',
]
const flags: readonly Flag[] = ['featured', 'vaccinated', 'covidTrained', 'inDemand', 'instant']

const ButtonsOf = ({ these, ...rest }: { these: readonly ButtonKind[]; disabled?: boolean; loading?: boolean }) => (
  <div className="row wrapping">
    {these.map((kind) => (
      <Button key={kind} kind={kind} {...rest}>
        {kind}
      </Button>
    ))}
  </div>
)

export const buttonParts: readonly Part[] = [
  {
    file: 'button',
    states: {
      kinds: () => <ButtonsOf these={kinds} />,
      'kinds on fig': () => (
        <div className="fig-ground on-fig card">
          <ButtonsOf these={onFig} />
        </div>
      ),
      sizes: () => (
        <div className="row wrapping">
          <Button size="small">small</Button>
          <Button>normal</Button>
          <Button size="large">large</Button>
        </div>
      ),
      full: () => <Button full>as wide as its place</Button>,
      disabled: () => <ButtonsOf these={kinds} disabled />,
      loading: () => <ButtonsOf these={kinds} loading />,
      'a link in its look': () => (
        <div className="row wrapping">
          <ButtonLink to="/styleguide">primary</ButtonLink>
          <ButtonLink kind="secondary" to="/styleguide">
            secondary
          </ButtonLink>
        </div>
      ),
      'one icon': () => (
        <div className="row">
          <IconButton label="Close">
            <X className="icon" aria-hidden="true" />
          </IconButton>
          <IconButton label="Save" disc>
            <Heart className="icon" aria-hidden="true" />
          </IconButton>
        </div>
      ),
    },
  },
  {
    file: 'site-link',
    states: {
      'in a sentence': () => (
        <p>
          Every price is whole:{' '}
          <SiteLink className="link" to="/styleguide">
            how it is made
          </SiteLink>
          .
        </p>
      ),
    },
  },
  {
    file: 'badge',
    states: {
      looks: () => (
        <div className="row wrapping gap-8">
          {looks.map((look) => (
            <Badge key={look} look={look}>
              {look}
            </Badge>
          ))}
        </div>
      ),
      'on a link': () => (
        <a className={getBadgeClasses('outline')} href="#badge">
          outline
        </a>
      ),
    },
  },
  {
    file: 'status-badge',
    states: {
      statuses: () => (
        <div className="row wrapping gap-8">
          {statuses.map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
        </div>
      ),
      flags: () => (
        <div className="row wrapping gap-8">
          {flags.map((flag) => (
            <FlagBadge key={flag} flag={flag} />
          ))}
        </div>
      ),
    },
  },
  { file: 'featured-badge', states: { alone: () => <FeaturedBadge /> } },
]
