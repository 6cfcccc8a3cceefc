create table if not exists task (
    token varchar(64) primary key,
    kind varchar(32) not null,
    subject varchar not null,
    request varchar not null,
    status varchar(16) not null,
    answer varchar not null,
    changed timestamp with time zone not null
);
