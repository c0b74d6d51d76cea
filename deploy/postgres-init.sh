#!/bin/sh
# What PostgreSQL's image does once, with an empty volume: Weekward gets a database that it owns, and a
# role that may do nothing beside it. The superuser has no password from then on, so that it can be had
# within the container alone: docker compose exec postgres psql --username=postgres
set -e
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname=postgres <<'END'
\getenv password POSTGRES_PASSWORD
create role weekward login password :'password';
create database weekward owner weekward;
alter role current_user password null;
END
