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
  CountryCode: [CountryCode, 'A country in which Primp operates (ISO 3166-1).', 'GB'],
  Currency: [Currency, 'A currency code (ISO 4217).', 'GBP'],
  Distance: [
    Distance,
    'A distance in the unit of its country, and in metres.',
    { amount: 2.5, unit: 'mi', metres: 4023 },
  ],
  EventDate: [EventDate, 'A day in the time zone of the event’s place.', '2027-06-12'],
  Instant: [Instant, 'A point in time, ISO 8601 with an offset.', '2027-06-12T12:30:00Z'],
  TimeOfDay: [TimeOfDay, 'A time of day in the time zone of the event’s place, HH:MM.', '13:30'],
  Mode: [
    Mode,
    'Whether the artist travels to the customer (`mobile`) or the customer to the artist (`studio`).',
    'mobile',
  ],
  Picture: [
    Picture,
    'A picture and its alternative text.',
    { src: '/pictures/artists/mia-hollis', alt: 'Mia Hollis at work' },
  ],
  Email: [Email, 'An email address.', 'leila@mail.example'],
  FileUrl: [FileUrl, 'The URL of an uploaded picture, as returned by the upload.'],
  DataUri: [DataUri, 'A picture as a data URI.'],
  Crop: [
    Crop,
    'The visible square of a picture: its corner and side, as fractions of the picture.',
    { x: 0, y: 0, size: 1 },
  ],
  Location: [Location, 'A place: a point (longitude, latitude) and its address.', hackney],
  PlaceFeature: [PlaceFeature, 'A suggested place.'],
  Account: [AccountDetails, 'The caller’s account.'],
  User: [User, 'The signed-in user.'],
  Session: [SignedIn, 'A session: its bearer token and its user.'],
  OpenedLink: [OpenedLink, 'The result of opening an emailed link.'],
  SearchId: [SearchId, 'The id of a search.', 'q7RkV2mXw1Zs'],
  SearchRequest: [
    SearchInput,
    'The place, the day, the ready-by time and the services for everyone in the party.',
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
  Look: [Look, 'People of a party who want the same services.', { count: 3, services: ['makeup', 'updo'] }],
  Requester: [Requester, 'The customer and the event.'],
  Search: [SavedSearch, 'A saved search.'],
  ArtistCard: [Card, 'An artist in the results of a search, with distance and total price.'],
  Offer: [OfferRecord, 'An artist’s current offer for a search.'],
  Quotes: [
    QuotesPage,
    'The results of a search: offers, cards, and counts of matching artists and of reasons why others do not match.',
  ],
  ReasonCounts: [ReasonCounts, 'The number of matching artists, and of others by reason.'],
  Rescue: [Rescue, 'Changes of a search that give more results, with the number for each.'],
  Plan: [Plan, 'Who sits with which artist and when, planned back from the ready-by time.'],
  PriceLine: [PriceLine, 'A line of the total price.'],
  PolicyTerms: [PolicyTerms, 'The refundable share of the deposit by date.'],
  Quote: [LockedQuote, 'One artist’s total price for a search, locked until it expires.'],
  ServiceForm: [FormSettings, 'The available services.'],
  Hold: [Hold, 'A time that nobody else can book while its customer pays.'],
  Booking: [Appointment, 'A booking with the details that the caller may see.'],
  BookingSummary: [AppointmentSummary, 'A booking in a list.'],
  BookingDay: [DayDetails, 'The details of the day for the artist.'],
  BookingMove: [Move, 'A change of time or of the party that one side has proposed.'],
  BookingProblem: [Problem, 'A reported problem and its settlement.'],
  RefundTimeline: [RefundTimeline, 'The refund by date of cancellation.'],
  Bill: [Bill, 'A bill shared by a party.'],
  BillShare: [Share, 'One person’s share of a bill.'],
  Client: [Client, 'A client of an artist.'],
  Promo: [Promo, 'A promo code.'],
  Request: [CustomerRequest, 'A request to artists, as the customer sees it.'],
  ReceivedRequest: [ReceivedRequest, 'A request as the artist sees it.'],
  Payment: [PaymentView, 'A payment of a booking.'],
  Earnings: [Earnings, 'An artist’s earnings.'],
  Payouts: [Payouts, 'An artist’s balance and payouts.'],
  PayoutStatement: [PayoutPaper, 'The statement of one payout.'],
  StatementRow: [StatementRow, 'A row of a statement.'],
  TaxDetails: [TaxDetails, 'An artist’s tax registration.'],
  SavedCard: [SavedCard, 'A saved card.'],
  Voucher: [Voucher, 'A gift voucher.'],
  Credit: [Credit, 'A gift voucher that pays part of a booking.'],
  Artist: [Profile, 'An artist’s public profile.'],
  OwnProfile: [EditableProfile, 'An artist’s profile as they edit it.'],
  OwnTravel: [ProviderTravel, 'An artist’s travel radius and costs.'],
  OwnKit: [ProviderKit, 'An artist’s shades, brands, tools and skills.'],
  OwnCatalogue: [ProviderCatalogue, 'The services an artist can offer.'],
  Album: [ProviderAlbum, 'An album of an artist’s work.'],
  Review: [Review, 'A customer’s review of an artist.'],
  Testimonials: [Testimonials, 'A page of an artist’s reviews.'],
  ReviewInvitation: [ReviewPage, 'An invitation to write a review.'],
  WrittenReview: [WrittenReview, 'A review to post.'],
  Appearance: [Appearance, 'Where an artist appears in search results, or why not.'],
  CalendarDay: [CalendarDay, 'A day of an artist’s calendar.'],
  CalendarMonth: [CalendarMonth, 'A month of an artist’s calendar.'],
  Demand: [Demand, 'Recent searches by area.'],
  Opening: [Opening, 'An artist with free time soon.'],
  Conversation: [Conversation, 'A conversation between a customer and an artist.'],
  Message: [Message, 'A message of a conversation.'],
  LiveEvent: [LiveEvent, 'An event of the live stream.'],
  HomePage: [HomePage, 'The content of the home page.'],
  PlacePage: [SeoPage, 'The content of a landing page.'],
  PlaceList: [PlaceList, 'A part of a country’s places.'],
  ArtistList: [ArtistList, 'A part of a country’s artists.'],
  TextPage: [TextPage, 'A text page.'],
  SignupProgress: [Progress, 'An artist’s progress in the sign-up.'],
  VerificationRow: [QueueRow, 'An artist in the verification queue.'],
  VerificationCase: [VerificationCase, 'The profile that an artist has submitted for verification.'],
  Person: [Person, 'An account as an operator sees it.'],
  ListedArtist: [ListedProvider, 'An artist in an operator’s list.'],
  Refund: [OperatorRefund, 'A refund as an operator sees it.'],
  Payout: [OperatorPayout, 'A payout as an operator sees it.'],
  Report: [Report, 'A report of content.'],
  Approval: [Approval, 'An action that a second operator must approve.'],
  AuditEntry: [AuditEntry, 'An operator’s action, its time and its reason.'],
  Notice: [OperatorNotice, 'An email or message in the outbox.'],
  Business: [Business, 'The business that runs this marketplace.'],
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
