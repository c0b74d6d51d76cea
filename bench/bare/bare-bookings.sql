-- The floor under a booking on PostgreSQL, for pgbench: its bare transaction.
\set n :n + 1
\set k :first + :client_id * :each + :n - 1
begin;
update reviews set slot_id = 'booked-slot-' || :k::text, status = 'review-scheduled'
  where id = 'booked-review-' || :k::text and advisor_id = :person::text and status = 'not-scheduled' and closed_at is null;
insert into trail (id, at, person_id, call, address, request_id, kind, subject_id, before, after)
  values (gen_random_uuid(), extract(epoch from now()) * 1000, :person::text, 'PUT /advisor/book-slot', '127.0.0.1', '',
    'reviews', 'booked-review-' || :k::text, '{"status":"not-scheduled","slot_id": null}',
    '{"status":"review-scheduled","slot_id":"booked-slot-' || :k::text || '"}');
commit;
