import { z } from 'zod'
import { AccountDetails } from '#contract/accounts/account.ts'
import { OpenedLink, SignedIn, User } from '#contract/accounts/accounts.ts'
import { Email } from '#contract/accounts/email.ts'
import { LONGEST_EMAIL } from '#contract/accounts/parse-email.ts'
import {
  Appointment,
  AppointmentSummary,
  DayDetails,
  Move,
  Problem,
  RefundTimeline,
} from '#contract/appointments/appointment.ts'
import { Hold } from '#contract/checkout/holds.ts'
import { Client } from '#contract/bookings/provider-bookings.ts'
import { Promo } from '#contract/billing/promo-codes.ts'
import { Bill, Share } from '#contract/checkout/shared-bills.ts'
import { FormSettings } from '#contract/catalog/catalog.ts'
import { HomePage, SeoPage } from '#contract/content/content.ts'
import { ArtistList, PlaceList } from '#contract/content/directory.ts'
import { TextPage } from '#contract/content/texts.ts'
import { LiveEvent } from '#contract/messaging/live.ts'
import { Conversation, Message } from '#contract/messaging/messages.ts'
import { CustomerRequest, ReceivedRequest } from '#contract/offers/requests.ts'
import { AuditEntry, Business, OperatorNotice } from '#contract/operator/system.ts'
import { Approval } from '#contract/operator/approvals.ts'
import { ListedProvider, Person } from '#contract/operator/people.ts'
import { OperatorPayout, OperatorRefund } from '#contract/operator/money.ts'
import { Report } from '#contract/operator/reports.ts'
import { Earnings, Payouts, PaymentView } from '#contract/payments/payments.ts'
import { SavedCard } from '#contract/payments/cards.ts'
import { PayoutPaper, StatementRow } from '#contract/payments/statements.ts'
import { TaxDetails } from '#contract/payments/tax.ts'
import { Credit, Voucher } from '#contract/payments/vouchers.ts'
import { Crop, DataUri, FileUrl } from '#contract/pictures/uploads.ts'
import { Location } from '#contract/places/location.ts'
import { PlaceFeature } from '#contract/places/places.ts'
import { ProviderAlbum } from '#contract/providers/albums.ts'
import { ProviderCatalogue } from '#contract/providers/provider-catalogue.ts'
import { ProviderKit, EditableProfile, ProviderTravel } from '#contract/providers/provider-profile.ts'
import { Profile, Review, Testimonials } from '#contract/providers/providers.ts'
import { ReviewPage, WrittenReview } from '#contract/reviews/reviews.ts'
import { Appearance } from '#contract/search/demand/appearance.ts'
import { CalendarDay, CalendarMonth } from '#contract/search/demand/calendar.ts'
import { Demand } from '#contract/search/demand/demand.ts'
import { Opening } from '#contract/search/demand/openings.ts'
import {
  Card,
  LockedQuote,
  OfferRecord,
  Plan,
  PolicyTerms,
  PriceLine,
  QuotesPage,
  ReasonCounts,
  Rescue,
} from '#contract/search/quotes.ts'
import { Look, Requester, SavedSearch, SearchId, SearchInput } from '#contract/search/search.ts'
import { Progress } from '#contract/signup/signup.ts'
import { QueueRow, VerificationCase } from '#contract/signup/verification.ts'
import { CountryCode, Currency, Distance, EventDate, Instant, Mode, Picture, TimeOfDay } from '#contract/values.ts'

const hackney = {
  type: 'Point',
  coordinates: [-0.055, 51.545],
  address: { placeName: 'Hackney, London, England, United Kingdom', countryCode: 'GB', place: 'London' },
}

type Named = readonly [type: z.ZodType, description: string, example?: unknown]

export const namedSchemas: Readonly<Record<string, Named>> = {
  CountryCode: [CountryCode, 'A country that is served.', 'GB'],
  Currency: [Currency, 'A currency by its three letters (ISO 4217).', 'GBP'],
  Distance: [
    Distance,
    'A distance as it is said in its country, and in metres.',
    { amount: 2.5, unit: 'mi', metres: 4023 },
  ],
  EventDate: [EventDate, 'A day in the time zone of the event’s place.', '2027-06-12'],
  Instant: [Instant, 'A moment, ISO 8601 with its offset.', '2027-06-12T12:30:00Z'],
  TimeOfDay: [TimeOfDay, 'A time of day in the time zone of the event’s place, HH:MM.', '13:30'],
  Mode: [Mode, 'Whether the artist comes to the customer (`mobile`) or the customer to them (`studio`).', 'mobile'],
  Picture: [
    Picture,
    'A picture and what it shows.',
    { src: '/pictures/artists/mia-hollis', alt: 'Mia Hollis at work' },
  ],
  Email: [Email, 'A mail address.', 'leila@mail.example'],
  FileUrl: [FileUrl, 'The address of an uploaded picture, as the upload answered it.'],
  DataUri: [DataUri, 'A picture as a data URI.'],
  Crop: [
    Crop,
    'The square of a picture that is shown: its corner and side, as shares of the picture.',
    { x: 0, y: 0, size: 1 },
  ],
  Location: [Location, 'A place: its point, longitude before latitude, and its address.', hackney],
  PlaceFeature: [PlaceFeature, 'A place as a suggestion to choose from.'],
  Account: [AccountDetails, 'Somebody’s own account.'],
  User: [User, 'Who is signed in.'],
  Session: [SignedIn, 'A session: the token that a bearer sends, and whose it is.'],
  OpenedLink: [OpenedLink, 'What a link from a mail led to.'],
  SearchId: [SearchId, 'The name of a search.', 'q7RkV2mXw1Zs'],
  SearchRequest: [
    SearchInput,
    'What is looked for: the place, the day, the time to be ready by and services for everybody in the party.',
    {
      storeSlug: 'beauty',
      categorySlug: 'makeup-hair-styling',
      location: hackney,
      eventDate: '2027-06-12',
      finishTime: '13:30',
      services: ['bridal-makeup', 'makeup', 'makeup'],
      people: [
        { count: 1, services: ['bridal-makeup'] },
        { count: 2, services: ['makeup'] },
      ],
    },
  ],
  Look: [Look, 'People of a party who want the same.', { count: 3, services: ['makeup', 'updo'] }],
  Requester: [Requester, 'Who asks, and what the event is.'],
  Search: [SavedSearch, 'A search as it was saved.'],
  ArtistCard: [Card, 'An artist in the list of a search: who they are, how far away, and what the whole party costs.'],
  Offer: [OfferRecord, 'An artist’s standing offer to a search.'],
  Quotes: [QuotesPage, 'What artists answer to a search: offers, cards, how many fit and why others do not.'],
  ReasonCounts: [ReasonCounts, 'How many fit, and how many do not for which reason.'],
  Rescue: [Rescue, 'What would help where few or none fit: each change with how many would.'],
  Plan: [Plan, 'Who is in whose chair when, backwards from the time to be ready by.'],
  PriceLine: [PriceLine, 'A line of the whole price.'],
  PolicyTerms: [PolicyTerms, 'How much of the deposit comes back until when.'],
  Quote: [LockedQuote, 'One artist’s whole price for a search, locked until it expires.'],
  ServiceForm: [FormSettings, 'The services to choose from.'],
  Hold: [Hold, 'A time that is kept for somebody while they pay.'],
  Booking: [Appointment, 'A booking in full, as its reader may see it.'],
  BookingSummary: [AppointmentSummary, 'A booking as it stands in a list.'],
  BookingDay: [DayDetails, 'What the artist needs to know of the day.'],
  BookingMove: [Move, 'A change of time or of the party that one side has proposed.'],
  BookingProblem: [Problem, 'What somebody says went wrong, and how it was settled.'],
  RefundTimeline: [RefundTimeline, 'What comes back when, if the booking is cancelled.'],
  Bill: [Bill, 'A bill that a party shares.'],
  BillShare: [Share, 'One person’s share of a bill.'],
  Client: [Client, 'A customer as an artist knows them.'],
  Promo: [Promo, 'A promo code.'],
  Request: [CustomerRequest, 'A request to artists, as the customer sees it.'],
  ReceivedRequest: [ReceivedRequest, 'A request as the artist sees it.'],
  Payment: [PaymentView, 'A payment of a booking.'],
  Earnings: [Earnings, 'What an artist has earned.'],
  Payouts: [Payouts, 'What is and was paid out to an artist.'],
  PayoutStatement: [PayoutPaper, 'The paper of one payout.'],
  StatementRow: [StatementRow, 'A row of a statement.'],
  TaxDetails: [TaxDetails, 'How an artist is registered for tax.'],
  SavedCard: [SavedCard, 'A card that somebody has saved.'],
  Voucher: [Voucher, 'A gift voucher.'],
  Credit: [Credit, 'Money that is kept to pay with.'],
  Artist: [Profile, 'An artist’s public profile.'],
  OwnProfile: [EditableProfile, 'An artist’s profile as they edit it.'],
  OwnTravel: [ProviderTravel, 'How far an artist travels, and what it costs.'],
  OwnKit: [ProviderKit, 'What is in an artist’s case.'],
  OwnCatalogue: [ProviderCatalogue, 'The services an artist can offer.'],
  Album: [ProviderAlbum, 'An album of an artist’s work.'],
  Review: [Review, 'What a customer wrote of an artist.'],
  Testimonials: [Testimonials, 'The reviews of an artist, a page at a time.'],
  ReviewInvitation: [ReviewPage, 'What is asked in a review, and of whom.'],
  WrittenReview: [WrittenReview, 'A review as it is written.'],
  Appearance: [Appearance, 'Where an artist appears in searches, and where not and why.'],
  CalendarDay: [CalendarDay, 'A day of an artist’s calendar.'],
  CalendarMonth: [CalendarMonth, 'A month of an artist’s calendar.'],
  Demand: [Demand, 'What was searched for where, lately.'],
  Opening: [Opening, 'An artist with time soon.'],
  Conversation: [Conversation, 'A conversation between a customer and an artist.'],
  Message: [Message, 'A message of a conversation.'],
  LiveEvent: [LiveEvent, 'Something that has changed, as it is streamed.'],
  HomePage: [HomePage, 'What the front page shows.'],
  PlacePage: [SeoPage, 'What the page of a place shows.'],
  PlaceList: [PlaceList, 'Places of a country, a part at a time.'],
  ArtistList: [ArtistList, 'Artists of a country, a part at a time.'],
  TextPage: [TextPage, 'A page of words.'],
  SignupProgress: [Progress, 'How far an artist is in signing up.'],
  VerificationRow: [QueueRow, 'An artist who waits to be verified.'],
  VerificationCase: [VerificationCase, 'What an artist has sent in to be verified.'],
  Person: [Person, 'An account as an operator sees it.'],
  ListedArtist: [ListedProvider, 'An artist as an operator sees them in a list.'],
  Refund: [OperatorRefund, 'A refund as an operator sees it.'],
  Payout: [OperatorPayout, 'A payout as an operator sees it.'],
  Report: [Report, 'What somebody has reported.'],
  Approval: [Approval, 'An act that a second operator has to agree to.'],
  AuditEntry: [AuditEntry, 'What an operator did, when and why.'],
  Notice: [OperatorNotice, 'A mail or message of the outbox.'],
  Business: [Business, 'Who runs this market.'],
}

// Request and response schemas differ by defaults and normalisation.
const namesWithInput = new Set(['BookingDay', 'Business', 'Email', 'Look', 'Requester'])

for (const [name, [type, description, example]] of Object.entries(namedSchemas))
  z.globalRegistry.add(type, {
    ...(namesWithInput.has(name) ? { id: `${name}Input`, outputId: name } : { id: name }),
    description,
    override: {
      ...(example === undefined ? {} : { examples: [example] }),
      // Addresses are parsed by a transform, which has no JSON Schema.
      ...(name === 'Email' ? { type: 'string', maxLength: LONGEST_EMAIL } : {}),
    },
  })
